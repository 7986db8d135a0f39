import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { UUID } from "../text/uuid.ts";

/** Hints that a node keeps for another one, known by that one's host id. */
export interface HintFiles {
  readonly hostId: string;
  readonly files: number;
  readonly bytes: number;
}

const LINE = /^-[rwxsStT-]{9}\S*\s+\d+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\S+\s+(.+)$/;
const FILE = new RegExp(`^(${UUID})-\\d+-\\d+\\.hints$`);

/**
 * Reads `ls -ln` of the hints folder (3.0+): files are named HOSTID-TIMESTAMP-VERSION.hints; their checksums
 * (.crc32) are understood and not counted. A folder without files is no hints, a folder that cannot be read is
 * incomplete.
 */
export function parseHintFiles(text: string): Parsed<readonly HintFiles[]> {
  const tally = new Tally();
  const found = new Map<string, { files: number; bytes: number }>();
  let listed = false;
  for (const line of linesOf(text)) {
    const match = LINE.exec(line);
    if (/^total \d+/.test(line)) {
      listed = true;
      tally.took();
    } else if (match === null) {
      if (/^d[rwxsStT-]{9}/.test(line)) tally.took();
      else tally.ignore(line);
    } else {
      listed = true;
      const hostId = FILE.exec(match[2] ?? "")?.[1];
      tally.took();
      if (hostId === undefined) continue;
      const sum = found.get(hostId) ?? { files: 0, bytes: 0 };
      found.set(hostId, { files: sum.files + 1, bytes: sum.bytes + Number(match[1]) });
    }
  }
  return tally.done(
    [...found].map(([hostId, sum]) => ({ hostId, ...sum })),
    !listed,
  );
}
