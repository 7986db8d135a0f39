import { describe, expect, test } from "vitest";
import { absent, disturbed, samples } from "../../../test/fixtures/parse/samples.ts";
import { parseDiskstats, wholeDisks } from "./diskstats.ts";
import { parseLoadavg } from "./loadavg.ts";
import { parseMeminfo } from "./meminfo.ts";
import { parseNetdev } from "./netdev.ts";
import { parsePressure } from "./pressure.ts";
import {
  cpuShares,
  diskRates,
  networkRates,
  risen,
  totalDiskRates,
  type Counted,
} from "./rates.ts";
import { parseStat } from "./stat.ts";

describe("files of /proc", () => {
  test.each(samples("host", "host-diskstats-"))("$name gives its devices", ({ text, expected }) => {
    const parsed = parseDiskstats(text);
    expect(Object.fromEntries(parsed.value)).toEqual(expected.devices);
    expect(parsed.incomplete).toBe(false);
    for (const other of disturbed(text))
      expect(parseDiskstats(other.text).value, other.how).toEqual(parsed.value);
  });

  test("diskstats of 2.6 with 14 fields has no discards, a cut line is unreadable", () => {
    const { value } = parseDiskstats("   8       0 sda 1 2 3 4 5 6 7 8 9 10 11\n");
    expect(value.get("sda")).toMatchObject({
      reads: 1,
      msWeighted: 11,
      discards: undefined,
      flushes: undefined,
    });
    const cut = parseDiskstats("   8       0 sda 1 2 3 4 5\n");
    expect(cut.value.size).toBe(0);
    expect(cut.incomplete).toBe(true);
  });

  test("whole disks are told from partitions, loops and mapped devices", () => {
    const names = [
      "loop0",
      "sda",
      "sda1",
      "sdaa",
      "nvme0n1",
      "nvme0n1p2",
      "dm-0",
      "md127",
      "vda",
      "mmcblk0",
      "mmcblk0p1",
      "sr0",
    ];
    expect(wholeDisks(names)).toEqual(["sda", "sdaa", "nvme0n1", "vda", "mmcblk0"]);
  });

  test.each(samples("host", "host-netdev-"))("$name gives its interfaces", ({ text, expected }) => {
    const parsed = parseNetdev(text);
    expect(Object.fromEntries(parsed.value)).toEqual(expected.interfaces);
    expect(parsed.unreadable).toEqual([]);
    expect(parsed.incomplete).toBe(false);
    for (const other of disturbed(text))
      expect(parseNetdev(other.text).value, other.how).toEqual(parsed.value);
  });

  test.each(samples("host", "host-meminfo-"))(
    "$name gives what is available",
    ({ text, expected }) => {
      const parsed = parseMeminfo(text);
      expect(parsed.value).toEqual(expected);
      expect(parsed.incomplete).toBe(false);
      for (const other of disturbed(text))
        expect(parseMeminfo(other.text).value, other.how).toEqual(parsed.value);
    },
  );

  test("meminfo cut before MemTotal or MemAvailable gives nothing rather than a guess", () => {
    expect(parseMeminfo("").value).toBeUndefined();
    expect(
      parseMeminfo("MemTotal:        7651440 kB\nMemFree:          396040 kB\n"),
    ).toMatchObject({
      value: undefined,
      incomplete: true,
    });
  });

  test("pressure is a share of time, and a kernel without it is incomplete", () => {
    const [io] = samples("host", "host-pressure-io-1");
    const { some, full } = absent(io?.expected);
    const share = (stall: {
      avg10: number;
      avg60: number;
      avg300: number;
      totalMicros: number;
    }) => ({
      avg10: stall.avg10 / 100,
      avg60: stall.avg60 / 100,
      avg300: stall.avg300 / 100,
      totalMicros: stall.totalMicros,
    });
    expect(parsePressure(io?.text ?? "")).toMatchObject({
      value: { some: share(some), full: share(full) },
      incomplete: false,
    });
    const [off] = samples("host", "host-pressure-error-1");
    expect(parsePressure(off?.text ?? "")).toMatchObject({
      value: { some: undefined, full: undefined },
      incomplete: true,
      ignored: ["cat: /proc/pressure/io: Operation not supported"],
    });
  });

  test("loadavg is read, an empty file is unknown", () => {
    expect(parseLoadavg("0.30 0.23 0.22 3/288 19228\n").value).toEqual({
      one: 0.3,
      five: 0.23,
      fifteen: 0.22,
    });
    expect(parseLoadavg("")).toMatchObject({ value: undefined, incomplete: true });
  });
});

describe("rates between two looks", () => {
  test("a CPU counter that steps back is clamped and the total is the sum of what is left", () => {
    const [pair] = samples("host", "stat-pair-1");
    const [before, after] = (pair?.text ?? "")
      .trim()
      .split("\n")
      .map((line) => parseStat(line).value.cores.get("cpu0"));
    if (before === undefined || after === undefined)
      throw new Error("the sample holds two lines of cpu0");
    expect(cpuShares(before, after)).toEqual({
      busy: pair?.expected.busyPercent / 100,
      ioWait: 0,
      steal: 0,
      user: 0,
      system: 0.25,
    });
    expect(cpuShares(before, before)).toBeUndefined();
  });

  test("a 32-bit counter that wrapped goes on, one that was reset does not give a huge number", () => {
    expect(risen(2 ** 32 - 10, 5)).toBe(15);
    expect(risen(1000, 5)).toBe(0);
    expect(risen(2 ** 40, 5)).toBe(0);
    expect(risen(5, 5)).toBe(0);
  });

  const look = <T>(counters: T, uptimeMs: number, bootId = "a"): Counted<T> => ({
    counters,
    uptimeMs,
    bootId,
  });
  const disks = (reads: number, sectors: number, msIo: number) =>
    parseDiskstats(
      `8 0 sda ${reads} 0 ${sectors} ${reads * 2} 0 0 0 0 0 ${msIo} 0\n8 1 sda1 ${reads} 0 ${sectors} 0 0 0 0 0 0 ${msIo} 0\n7 0 loop0 9 9 9 9 9 9 9 9 9 9 9\n`,
    ).value;

  test("disk bytes are sectors of 512 over the host's own uptime, and partitions are not counted twice", () => {
    const rates = diskRates(look(disks(10, 1000, 100), 1_000), look(disks(30, 3000, 600), 2_000));
    expect(rates?.get("sda1")?.readBytesPerSecond).toBe(2000 * 512);
    expect(totalDiskRates(rates ?? new Map())).toEqual({
      readBytesPerSecond: 2000 * 512,
      writeBytesPerSecond: 0,
      readsPerSecond: 20,
      writesPerSecond: 0,
      busyShare: 0.5,
      readMs: 2,
      writeMs: undefined,
    });
  });

  test("nothing is subtracted across a reboot or without time between", () => {
    expect(
      diskRates(look(disks(10, 1, 1), 5_000, "a"), look(disks(1, 1, 1), 6_000, "b")),
    ).toBeUndefined();
    expect(diskRates(look(disks(10, 1, 1), 5_000), look(disks(11, 1, 1), 5_000))).toBeUndefined();
  });

  test("network traffic leaves out loopback and survives a wrapped counter", () => {
    const line = (name: string, rx: number, tx: number) =>
      `${name}:${rx} 1 0 0 0 0 0 0 ${tx} 1 0 0 0 0 0 0\n`;
    const before = look(parseNetdev(line("lo", 0, 0) + line("eth0", 2 ** 32 - 500, 100)).value, 0);
    const after = look(parseNetdev(line("lo", 9e6, 9e6) + line("eth0", 500, 300)).value, 2_000);
    expect(networkRates(before, after)).toEqual({
      receiveBytesPerSecond: 500,
      sendBytesPerSecond: 100,
      errorsPerSecond: 0,
    });
    expect(networkRates({ ...before, bootId: "b" }, after)).toBeUndefined();
  });
});
