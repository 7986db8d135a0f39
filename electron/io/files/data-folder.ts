/** Where Ringdrill keeps its own data: profiles, history, runs, log. */
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/**
 * Path of the data folder: `RINGDRILL_HOME`, else the platform's place for a user's data
 * (`$XDG_DATA_HOME/ringdrill`, `~/.local/share/ringdrill`, `~/Library/Application Support/Ringdrill`,
 * `%APPDATA%\Ringdrill`). Nothing is created.
 */
export function dataFolderPath(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  if (env["RINGDRILL_HOME"]) return resolve(env["RINGDRILL_HOME"]);
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "Ringdrill");
  if (platform === "win32") {
    return join(env["APPDATA"] ?? join(homedir(), "AppData", "Roaming"), "Ringdrill");
  }
  // The XDG rules say that a relative path there is to be ignored.
  const xdg = env["XDG_DATA_HOME"];
  const base = xdg && isAbsolute(xdg) ? xdg : join(homedir(), ".local", "share");
  return join(base, "ringdrill");
}

/** Creates the folder (mode 0700) if it is missing and shuts others out of it. @throws file errors by name */
export function prepareDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) !== 0 && process.platform !== "win32")
    chmodSync(folder, 0o700);
}
