/** The one content security policy of the screens, sent as a header by both hosts. */

/**
 * @param connect further sources for `connect-src`, for example the browser host's own `ws://127.0.0.1:PORT`.
 * @returns the header's value. Frames are allowed for reports only, which open sandboxed from a blob.
 */
export function contentSecurityPolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "frame-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers that go with every answer of the screens' files. */
export function screenHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(connect),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}
