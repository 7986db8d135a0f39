import { describe, expect, test } from "vitest";
import { parseHintFiles } from "./hint-files.ts";
import { parseProcesses } from "./processes.ts";
import { readServiceState } from "./service-state.ts";
import { parseClock } from "./clock.ts";

const daemon = "org.apache.cassandra.service.CassandraDaemon";
const stat =
  "3188 (java (x) y) S 1 3188 3188 0 -1 4194304 146477 198 12 4 1696 400 0 0 20 0 56 0 13860 3092238336 176735 18446744073709551615 1 1 1";

describe("what the host says of Cassandra's process", () => {
  test("pid, start, CPU time and memory are read, whatever the process calls itself", () => {
    const text = `#3188 java\u001F-Xmx320M\u001F${daemon}\n${stat}\nUid:\t104\t104\t104\t104\nVmRSS:\t  712860 kB\nVmSwap:\t 0 kB\nThreads:\t54\n`;
    expect(parseProcesses(text)).toMatchObject({
      value: [
        {
          pid: 3188,
          args: ["java", "-Xmx320M", daemon],
          state: "S",
          startedAfterBootMs: 138_600,
          cpuMs: 20_960,
          residentBytes: 712_860 * 1024,
          threads: 54,
          uid: 104,
        },
      ],
      incomplete: false,
    });
  });

  test("a host without Cassandra has none, a process that only mentions it is not one", () => {
    expect(parseProcesses("")).toMatchObject({ value: [], incomplete: false });
    expect(parseProcesses("#7 vim\u001FCassandraDaemon.java\n").value).toEqual([]);
  });

  test("a process that ended between two reads is incomplete, not a process with age 0", () => {
    const parsed = parseProcesses(
      `#3188 java\u001F${daemon}\ncat: /proc/3188/stat: No such file or directory\n`,
    );
    expect(parsed.value[0]?.startedAfterBootMs).toBeUndefined();
    expect(parsed.incomplete).toBe(true);
  });

  test("hints are counted by the node they are for", () => {
    const a = "d81fbbd6-94e4-4521-844a-1c4159d8fc4b";
    const b = "7afc95ae-6a2d-4d82-8b5b-388c7f15e004";
    const text = [
      "total 48",
      `-rw-r--r-- 1 104 107   700 Dec  1 00:39 ${a}-1700000000000-2.hints`,
      `-rw-r--r-- 1 104 107     9 Dec  1 00:39 ${a}-1700000000000-2.crc32`,
      `-rw-r--r--. 1 104 107 10000 Dec  1 00:39 ${a}-1700000000001-2.hints`,
      `-rw-r--r-- 1 104 107    50 Dec  1  2025 ${b}-1700000000002-2.hints`,
    ].join("\n");
    expect(parseHintFiles(text).value).toEqual([
      { hostId: a, files: 2, bytes: 10_700 },
      { hostId: b, files: 1, bytes: 50 },
    ]);
    expect(parseHintFiles("total 0\n")).toMatchObject({ value: [], incomplete: false });
    expect(parseHintFiles("ls: cannot open directory '/x': Permission denied\n").incomplete).toBe(
      true,
    );
  });

  test("systemd, a status script and a systemd that does not answer are told apart", () => {
    const shown =
      "ActiveState=active\nSubState=running\nMainPID=812\nUnitFileState=enabled\nNRestarts=1\n";
    expect(readServiceState("systemd", shown, 0).value).toEqual({
      state: "running",
      text: "active running",
      pid: 812,
      enabled: true,
      restarts: 1,
    });
    const dead = "System has not been booted with systemd as init system (PID 1). Can't operate.\n";
    expect(readServiceState("systemd", dead, 1)).toMatchObject({
      value: undefined,
      incomplete: true,
    });
    expect(readServiceState("script", "not running\n", 3).value).toMatchObject({
      state: "stopped",
      text: "not running",
    });
    expect(readServiceState("script", "", 127).value).toBeUndefined();
  });

  test("a date without fractions and a zone west of Greenwich are read", () => {
    expect(
      parseClock("1796086774.%N -0330\n12.50\n5c6bc855-0674-4c5f-b13e-cb970f2f15af\n"),
    ).toMatchObject({
      value: { epochMs: 1_796_086_774_000, zoneMinutes: -210, uptimeMs: 12_500 },
      incomplete: false,
    });
    expect(parseClock("1796086774.458163968 +0000\n").value?.epochMs).toBeCloseTo(
      1_796_086_774_458.16,
      1,
    );
  });
});
