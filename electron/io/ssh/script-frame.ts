/** How a script travels: what is started on the node, and what is written to its stdin. */
import { shellQuote } from "../../../shared/shell/quote.ts";

/** How the node's `timeout` wants its arguments; "none" where there is no such command. */
export type TimeoutStyle = "kill-after" | "seconds" | "busybox -t" | "none";

/** Seconds between TERM and KILL for a script that is over its time. */
const killAfterSeconds = 5;

/**
 * The command line for a script of at most `seconds`. It holds nothing but constants and a number, so that it means
 * the same to every login shell (csh and fish quote differently); script and arguments go through stdin.
 */
export function startCommand(style: TimeoutStyle, seconds: number): string {
  const limit = String(Math.ceil(seconds));
  if (style === "kill-after") return `timeout -k ${killAfterSeconds} ${limit} sh -s`;
  if (style === "seconds") return `timeout ${limit} sh -s`;
  if (style === "busybox -t") return `timeout -t ${limit} sh -s`;
  return "sh -s";
}

/**
 * The text for stdin. The mark goes to stdout and stderr first: what the login shell printed before it is cut off,
 * and without it the script has not run. The script stands in braces: a shell that gets only a part of it (the
 * connection broke) runs none of it, and its commands read /dev/null instead of the rest of the script.
 * @throws RangeError for an argument or a script with NUL
 */
export function framedScript(script: string, args: readonly string[], mark: string): string {
  if (script.includes("\0")) throw new RangeError("A script cannot hold a NUL character.");
  return [
    `echo ${mark}`,
    `echo ${mark} >&2`,
    ["set", "--", ...args.map(shellQuote)].join(" "),
    "{ :",
    script,
    "} </dev/null",
    "",
  ].join("\n");
}

/**
 * Finds out which `timeout` a node has, by what it does: coreutils and newer BusyBox know -k, BusyBox before 1.30
 * wants -t. Prints the style as the last word of a line.
 */
export const timeoutProbe = `
if timeout -k 1 9 sh -c : >/dev/null 2>&1; then echo timeout-style: kill-after
elif timeout 9 sh -c : >/dev/null 2>&1; then echo timeout-style: seconds
elif timeout -t 9 sh -c : >/dev/null 2>&1; then echo timeout-style: busybox -t
else echo timeout-style: none
fi`;

/** What the probe printed; undefined when it printed nothing that we know. */
export function timeoutStyleOf(stdout: string): TimeoutStyle | undefined {
  const style = /^timeout-style: (.+)$/m.exec(stdout)?.[1];
  const styles: readonly TimeoutStyle[] = ["kill-after", "seconds", "busybox -t", "none"];
  return styles.find((one) => one === style);
}
