/** Which file of the built screens a request path means: a fixed set of shapes, so that no path leaves the folder. */

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  woff: "font/woff",
  ttf: "font/ttf",
  eot: "application/vnd.ms-fontobject",
};

export interface ScreenFile {
  /** Path below the folder of the built screens, with forward slashes. */
  readonly path: string;
  readonly contentType: string;
}

/**
 * @param pathname of the URL as it came, still percent-encoded.
 * @returns the file, or undefined for anything that is not `index.html` or a plain name under `assets/`.
 */
export function screenFile(pathname: string): ScreenFile | undefined {
  const path = pathname === "/" || pathname === "" ? "index.html" : pathname.replace(/^\//, "");
  // Names as Vite writes them; no dot-dot, no escape, no backslash can match.
  const match = /^(?:assets\/)?[A-Za-z0-9_-]+(?:[.-][A-Za-z0-9_-]+)*\.([a-z0-9]+)$/.exec(path);
  const contentType = types[match?.[1] ?? ""];
  return contentType === undefined ? undefined : { path, contentType };
}
