/** Writing a small file on a node with nothing but its shell. */
import { randomBytes } from "node:crypto";
import { Failure } from "../../../shared/facts/failure.ts";
import type { ExecResult } from "../../core/deps.ts";
import { failureOn, named, type Way } from "./ssh-failure.ts";

/**
 * Under a new name beside the target first, then renamed: a reader sees the old file or the new one, never half of
 * it. `set -C` refuses a temporary file that is there already (a symlink laid out by somebody else).
 * `printf` is the shell's own: text of any size goes through, byte for byte, also without a line end.
 */
const script = `
umask 077
set -C
[ ! -d "$1" ] || { echo "$1 is a folder" >&2; exit 1; }
trap 'rm -f -- "$4"' EXIT
printf '%s' "$2" > "$4" && chmod "$3" "$4" && mv -f -- "$4" "$1"
`;

/**
 * The script and its arguments that write `text` to `path` with the file mode `mode` (as in 0o600).
 * @throws RangeError for a relative path, or a text with NUL (it would not survive the shell)
 */
export function writeFileScript(
  path: string,
  text: string,
  mode: number,
): { script: string; args: string[] } {
  if (!path.startsWith("/") || path.endsWith("/")) {
    throw new RangeError(`${JSON.stringify(path)} is no absolute path of a file.`);
  }
  const beside = `${path}.ringdrill-${randomBytes(6).toString("hex")}`;
  return { script, args: [path, text, mode.toString(8).padStart(4, "0"), beside] };
}

/** Nothing when the file was written. @throws Failure (hop "command") with what the shell said */
export function writeResult(way: Way, path: string, result: ExecResult): void {
  if (result.code === 0) return;
  const denied = /permission denied|read-only|not permitted/i.test(result.stderr);
  const { detail } = failureOn(
    way,
    "command",
    denied ? "not permitted" : "server error",
    `${path} could not be written on ${named(way)}.`,
    denied
      ? `Give ${way.user} the right to write there.`
      : "Check that the folder exists and that its disk is not full.",
    result.stderr,
  );
  throw new Failure({ ...detail, command: `write ${path}` });
}
