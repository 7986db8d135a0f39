/** What a page in the window may not do. Decisions are pure functions; `guardContents` hangs them on Electron's events. */
import type { Session, WebContents } from "electron";

/** Electron grants every permission unless told otherwise; here a missing key means no. */
const permissions: Readonly<Record<string, boolean>> = {
  "clipboard-sanitized-write": true, // copy a table, a command, an error
  notifications: true, // a drill ended while the window was hidden
};

/** Whether a page gets this permission. */
export function permissionGranted(permission: string): boolean {
  return permissions[permission] === true;
}

const documentHosts: readonly string[] = [
  "cassandra.apache.org",
  "issues.apache.org",
  "ringdrill.dev",
];

/** Whether a link may be opened in the user's browser: https to a known documentation host, nothing else. */
export function mayOpenOutside(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === "https:" &&
    url.username === "" &&
    url.port === "" &&
    documentHosts.includes(url.hostname)
  );
}

/** The sender of a message: our scheme and host, and the main frame. */
export function senderAllowed(
  frame: { readonly url: string; readonly parent: unknown } | null,
): boolean {
  if (frame === null || frame.parent !== null || !URL.canParse(frame.url)) return false;
  const url = new URL(frame.url);
  return url.protocol === "ringdrill:" && url.host === "app";
}

/** Denies permissions for the whole session, both when asked for and when looked up. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(permissionGranted(permission)),
  );
  session.setPermissionCheckHandler((_contents, permission) => permissionGranted(permission));
  session.setDevicePermissionHandler(() => false);
}

/** No navigation, no new window, no webview; documentation links go to the user's browser. */
export function guardContents(contents: WebContents, openOutside: (address: string) => void): void {
  contents.on("will-navigate", (event) => event.preventDefault());
  // Frames hold a report and stay where they are; an empty one is made as about:blank.
  contents.on("will-frame-navigate", (event) => {
    if (event.isMainFrame || event.url !== "about:blank") event.preventDefault();
  });
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) openOutside(url);
    return { action: "deny" };
  });
}
