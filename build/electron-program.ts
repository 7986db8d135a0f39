/** Electron's program in this checkout, and why a window cannot be opened here. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Machine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined where there are no user ids. */
  readonly uid: number | undefined;
}

/** The program's path when it is there: the npm package alone does not bring it, and asking it would download. */
export function electronProgram(root: string, { env }: Machine): string | undefined {
  const folder = join(root, "node_modules/electron");
  const named = join(folder, "path.txt");
  const name = existsSync(named) ? readFileSync(named, "utf8").trim() : "electron";
  const program = join(env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "dist"), name);
  return existsSync(program) ? program : undefined;
}

/** One sentence with what helps, undefined when a window can be opened. */
export function whyNoWindow(program: string | undefined, machine: Machine): string | undefined {
  if (program === undefined)
    return "Electron's program is not installed here (npx install-electron brings it)";
  if (machine.platform !== "linux") return undefined;
  const { DISPLAY, WAYLAND_DISPLAY } = machine.env;
  if ((DISPLAY ?? "") === "" && (WAYLAND_DISPLAY ?? "") === "")
    return "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)";
  // Chromium's sandbox does not work as root, and we never run without it.
  if (machine.uid === 0)
    return "a window is not opened as root (run npm start as an ordinary user)";
  return undefined;
}
