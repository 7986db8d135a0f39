/** Paths as users write them in profiles and ssh's configuration. */
import { homedir } from "node:os";
import { join } from "node:path";

/** `~` and `~/…` become the user's home folder; everything else is as it was. */
export function homePath(path: string): string {
  if (path === "~") return homedir();
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
}
