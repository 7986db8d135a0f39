import { Tally, type Parsed } from "../parsed.ts";
import { cellsOf, linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";

/** Counters of one block device since boot. Sectors are of 512 bytes whatever the device says. */
export interface DiskCounters {
  readonly major: number;
  readonly minor: number;
  readonly reads: number;
  readonly readsMerged: number;
  readonly sectorsRead: number;
  readonly msReading: number;
  readonly writes: number;
  readonly writesMerged: number;
  readonly sectorsWritten: number;
  readonly msWriting: number;
  readonly inProgress: number;
  /** Time with at least one request in flight. */
  readonly msIo: number;
  readonly msWeighted: number;
  readonly discards: number | undefined;
  readonly discardsMerged: number | undefined;
  readonly sectorsDiscarded: number | undefined;
  readonly msDiscarding: number | undefined;
  readonly flushes: number | undefined;
  readonly msFlushing: number | undefined;
}

/**
 * Reads `/proc/diskstats` (kernel, admin-guide/iostats): 14 fields, 18 since 4.18 (discards), 20 since 5.5
 * (flushes); further ones are not read. Lines of 7 fields are partitions of very old kernels and are ignored.
 */
export function parseDiskstats(text: string): Parsed<ReadonlyMap<string, DiskCounters>> {
  const tally = new Tally();
  const devices = new Map<string, DiskCounters>();
  for (const line of linesOf(text)) {
    const cells = cellsOf(line);
    if (!/^\s*\d+\s+\d+\s+\S/.test(line) || cells.length === 7) {
      tally.ignore(line);
      continue;
    }
    const [major, minor, , ...rest] = cells.map(readInteger);
    const counters = rest.slice(0, 11).filter((counter) => counter !== undefined);
    const [reads = 0, readsMerged = 0, sectorsRead = 0, msReading = 0, writes = 0] = counters;
    const [
      writesMerged = 0,
      sectorsWritten = 0,
      msWriting = 0,
      inProgress = 0,
      msIo = 0,
      msWeighted = 0,
    ] = counters.slice(5);
    if (major === undefined || minor === undefined || counters.length < 11) {
      tally.fail(line);
      continue;
    }
    const [discards, discardsMerged, sectorsDiscarded, msDiscarding, flushes, msFlushing] =
      rest.slice(11);
    devices.set(cells[2] ?? "", {
      major,
      minor,
      reads,
      readsMerged,
      sectorsRead,
      msReading,
      writes,
      writesMerged,
      sectorsWritten,
      msWriting,
      inProgress,
      msIo,
      msWeighted,
      discards,
      discardsMerged,
      sectorsDiscarded,
      msDiscarding,
      flushes,
      msFlushing,
    });
    tally.took();
  }
  return tally.done(devices, devices.size === 0);
}

/**
 * The names of the whole disks: no loop, ram, zram, floppy or CD devices, no partitions of a listed device, and no
 * dm-/md devices, which count the same bytes again.
 */
export function wholeDisks(names: Iterable<string>): string[] {
  const all = [...names];
  const isPartition = (name: string) =>
    all.some((disk) => {
      const rest = name.startsWith(disk) ? name.slice(disk.length) : "";
      return /\d$/.test(disk) ? /^p\d+$/.test(rest) : /^\d+$/.test(rest);
    });
  return all.filter((name) => !/^(loop|ram|zram|fd|sr|dm-|md)\d*/.test(name) && !isPartition(name));
}
