import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";

export interface FileSystem {
  readonly device: string;
  readonly totalBytes: number;
  readonly usedBytes: number;
  /** What an ordinary user may still write; less than total − used by the blocks reserved for root. */
  readonly availableBytes: number;
  /** As printed: used / (used + available), rounded up. Undefined for pseudo file systems. */
  readonly usedShare: number | undefined;
  readonly mount: string;
}

const ROW = /^(?:(.*\S)\s+|\s+)(\d+)\s+(\d+)\s+(-?\d+)\s+(?:(\d+)%|-)\s+(\/.*)$/;

/**
 * Reads `df -P -k` (and `df -k`) of coreutils and BusyBox: 1024-byte blocks, cells told by shape because numbers
 * are wider than BusyBox's header, long device names wrapped onto their own line without -P, mount points with
 * blanks. The same mount may come twice.
 */
export function parseDf(text: string): Parsed<readonly FileSystem[]> {
  const tally = new Tally();
  const found: FileSystem[] = [];
  let wrapped: string | undefined;
  for (const line of linesOf(text)) {
    if (/^Filesystem\s/.test(line)) {
      tally.took();
      continue;
    }
    const match = ROW.exec(line);
    if (match === null) {
      if (wrapped !== undefined) tally.ignore(wrapped);
      wrapped = /^\/?\S+$/.test(line) ? line : undefined;
      if (wrapped === undefined) tally.ignore(line);
      continue;
    }
    const device = match[1] ?? wrapped;
    if (match[1] !== undefined && wrapped !== undefined) tally.ignore(wrapped);
    const [total, used, available] = match.slice(2, 5).map(readInteger);
    const percent = readInteger(match[5]);
    if (
      device === undefined ||
      total === undefined ||
      used === undefined ||
      available === undefined
    ) {
      tally.fail(line);
    } else {
      found.push({
        device,
        totalBytes: total * 1024,
        usedBytes: used * 1024,
        availableBytes: Math.max(0, available) * 1024,
        usedShare: percent === undefined ? undefined : percent / 100,
        mount: match[6] ?? "",
      });
      tally.took(match[1] === undefined ? 2 : 1);
    }
    wrapped = undefined;
  }
  if (wrapped !== undefined) tally.ignore(wrapped);
  return tally.done(found, found.length === 0 || wrapped !== undefined);
}
