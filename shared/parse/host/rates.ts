/**
 * Rates between two looks at counters that only rise: since boot, on one host, with the time between them taken
 * from the host's own monotonic clock. Counters of before and after a reboot are never subtracted.
 */
import { wholeDisks, type DiskCounters } from "./diskstats.ts";
import type { InterfaceCounters } from "./netdev.ts";
import type { CpuTicks } from "./stat.ts";

/** A look at counters, and when it was. */
export interface Counted<T> {
  readonly counters: T;
  readonly uptimeMs: number;
  readonly bootId: string;
}

export interface CpuShares {
  /** Everything but idle and waiting for a disk, 0..1. */
  readonly busy: number;
  readonly ioWait: number;
  readonly steal: number;
  readonly user: number;
  readonly system: number;
}

export interface DiskRates {
  readonly readBytesPerSecond: number;
  readonly writeBytesPerSecond: number;
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
  /** Share of the time with a request in flight, 0..1; says little for devices that work in parallel. */
  readonly busyShare: number;
  /** Mean time of a request in milliseconds; undefined when there was none. */
  readonly readMs: number | undefined;
  readonly writeMs: number | undefined;
}

export interface NetworkRates {
  readonly receiveBytesPerSecond: number;
  readonly sendBytesPerSecond: number;
  readonly errorsPerSecond: number;
}

const SECTOR_BYTES = 512;
const WRAP = 2 ** 32;

/**
 * How far a counter rose. A counter that fell from the upper to the lower half of 32 bits has wrapped; one that
 * fell otherwise (iowait and idle step back on some kernels, a device came back) gives 0.
 */
export function risen(before: number, after: number): number {
  if (after >= before) return after - before;
  return before < WRAP && before >= WRAP / 2 && after < WRAP / 2 ? after + WRAP - before : 0;
}

/**
 * Shares of CPU time between two looks at `/proc/stat`. Each difference is clamped at 0 and the total is their
 * sum, because iowait and idle may step back by a tick. Undefined when no tick passed.
 */
export function cpuShares(before: CpuTicks, after: CpuTicks): CpuShares | undefined {
  const delta = (key: keyof CpuTicks) => Math.max(0, after[key] - before[key]);
  const user = delta("user") + delta("nice");
  const system = delta("system") + delta("irq") + delta("softirq");
  const steal = delta("steal");
  const ioWait = delta("iowait");
  const total = user + system + steal + ioWait + delta("idle");
  if (total <= 0) return undefined;
  return {
    busy: (user + system + steal) / total,
    ioWait: ioWait / total,
    steal: steal / total,
    user: user / total,
    system: system / total,
  };
}

/** Milliseconds between two looks; undefined when the host was booted between them or no time passed. */
function spanMs(before: Counted<unknown>, after: Counted<unknown>): number | undefined {
  const span = after.uptimeMs - before.uptimeMs;
  return before.bootId === after.bootId && span > 0 ? span : undefined;
}

/** Rates of each device that both looks hold; undefined after a reboot. */
export function diskRates(
  before: Counted<ReadonlyMap<string, DiskCounters>>,
  after: Counted<ReadonlyMap<string, DiskCounters>>,
): ReadonlyMap<string, DiskRates> | undefined {
  const span = spanMs(before, after);
  if (span === undefined) return undefined;
  const rates = new Map<string, DiskRates>();
  for (const [name, now] of after.counters) {
    const then = before.counters.get(name);
    if (then === undefined) continue;
    const delta = (
      key:
        "reads" | "writes" | "sectorsRead" | "sectorsWritten" | "msReading" | "msWriting" | "msIo",
    ) => risen(then[key], now[key]);
    const perSecond = (amount: number) => (amount * 1000) / span;
    rates.set(name, {
      readBytesPerSecond: perSecond(delta("sectorsRead") * SECTOR_BYTES),
      writeBytesPerSecond: perSecond(delta("sectorsWritten") * SECTOR_BYTES),
      readsPerSecond: perSecond(delta("reads")),
      writesPerSecond: perSecond(delta("writes")),
      busyShare: Math.min(1, delta("msIo") / span),
      readMs: delta("reads") === 0 ? undefined : delta("msReading") / delta("reads"),
      writeMs: delta("writes") === 0 ? undefined : delta("msWriting") / delta("writes"),
    });
  }
  return rates;
}

/**
 * The host's disk traffic: bytes and requests summed over the whole disks, the busiest one's busy share, request
 * times weighted by requests. Undefined when there is no whole disk.
 */
export function totalDiskRates(rates: ReadonlyMap<string, DiskRates>): DiskRates | undefined {
  const disks = wholeDisks(rates.keys()).flatMap((name) => rates.get(name) ?? []);
  if (disks.length === 0) return undefined;
  const sum = (of: (disk: DiskRates) => number) =>
    disks.reduce((total, disk) => total + of(disk), 0);
  const reads = sum((disk) => disk.readsPerSecond);
  const writes = sum((disk) => disk.writesPerSecond);
  return {
    readBytesPerSecond: sum((disk) => disk.readBytesPerSecond),
    writeBytesPerSecond: sum((disk) => disk.writeBytesPerSecond),
    readsPerSecond: reads,
    writesPerSecond: writes,
    busyShare: Math.max(...disks.map((disk) => disk.busyShare)),
    readMs:
      reads === 0 ? undefined : sum((disk) => (disk.readMs ?? 0) * disk.readsPerSecond) / reads,
    writeMs:
      writes === 0 ? undefined : sum((disk) => (disk.writeMs ?? 0) * disk.writesPerSecond) / writes,
  };
}

/** Traffic over all interfaces but loopback; undefined after a reboot or without such an interface. */
export function networkRates(
  before: Counted<ReadonlyMap<string, InterfaceCounters>>,
  after: Counted<ReadonlyMap<string, InterfaceCounters>>,
): NetworkRates | undefined {
  const span = spanMs(before, after);
  if (span === undefined) return undefined;
  let found = false;
  const total = { rxBytes: 0, txBytes: 0, errors: 0 };
  for (const [name, now] of after.counters) {
    const then = before.counters.get(name);
    if (then === undefined || name === "lo") continue;
    found = true;
    total.rxBytes += risen(then.rxBytes, now.rxBytes);
    total.txBytes += risen(then.txBytes, now.txBytes);
    total.errors += risen(then.rxErrs, now.rxErrs) + risen(then.txErrs, now.txErrs);
  }
  if (!found) return undefined;
  return {
    receiveBytesPerSecond: (total.rxBytes * 1000) / span,
    sendBytesPerSecond: (total.txBytes * 1000) / span,
    errorsPerSecond: (total.errors * 1000) / span,
  };
}
