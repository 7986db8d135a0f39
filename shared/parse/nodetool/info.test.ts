import { describe, expect, test } from "vitest";
import {
  absent,
  cuts,
  disturbed,
  samples,
  sampleText,
  type Sample,
} from "../../../test/fixtures/parse/samples.ts";
import type { CacheInfo } from "./info-cache.ts";
import { parseInfo } from "./info.ts";

const all = samples("nodetool", "info-");
const mib = (bytes: number | undefined) =>
  bytes === undefined ? undefined : Math.round((bytes / 1024 ** 2) * 100) / 100;

/** The value in the words of the sidecars. */
function shown(text: string): Record<string, unknown> {
  const { value } = parseInfo(text);
  return {
    hostId: value.hostId,
    gossipActive: value.gossipActive,
    thriftActive: value.thriftActive,
    nativeTransportActive: value.nativeTransportActive,
    loadBytes: value.loadBytes,
    uncompressedLoadBytes: value.uncompressedLoadBytes,
    generation: value.generation,
    uptimeSeconds: value.uptimeMs === undefined ? undefined : value.uptimeMs / 1000,
    heapUsedMiB: mib(value.heapUsedBytes),
    heapMaxMiB: mib(value.heapMaxBytes),
    offHeapMiB: mib(value.offHeapBytes),
    dataCenter: value.datacenter,
    rack: value.rack,
    exceptions: value.exceptions,
    percentRepaired: value.repairedShare === undefined ? undefined : value.repairedShare * 100,
    tokenCount: value.tokenCount,
    tokens: value.tokens.length === 0 ? undefined : value.tokens,
    joined: value.joined ? undefined : false,
    bootstrapState: value.bootstrapState,
    bootstrapFailed: value.bootstrapFailed,
    decommissioning: value.decommissioning,
    decommissionFailed: value.decommissionFailed,
    caches: Object.fromEntries(
      Object.entries(value.caches).map(([name, cache]) => [name, shownCache(cache)]),
    ),
  };
}

function shownCache({ recentHitShare, savePeriodMs, ...cache }: CacheInfo): unknown {
  return {
    ...cache,
    recentHitRate: recentHitShare,
    savePeriodSeconds: savePeriodMs === undefined ? undefined : savePeriodMs / 1000,
  };
}

function wanted(sample: Sample): unknown {
  const {
    loadText: _,
    uncompressedLoadText: __,
    ignoredLines: ___,
    dseStatus: ____,
    ...rest
  } = absent(sample.expected);
  for (const cache of Object.values(rest.caches ?? {}) as { capacityBytes: number | undefined }[]) {
    if ((cache.capacityBytes ?? 0) < 0) cache.capacityBytes = undefined;
  }
  // Printed as 0 while gossip is off.
  return { caches: {}, ...rest, generation: rest.generation === 0 ? undefined : rest.generation };
}

describe("nodetool info", () => {
  test.each(all)("$name gives its figures", (sample) => {
    const parsed = parseInfo(sample.text);
    expect(shown(sample.text)).toEqual(wanted(sample));
    expect(parsed.ignored.map((line) => line.trim())).toEqual(sample.expected.ignoredLines);
    expect(parsed.unreadable).toEqual([]);
    // Two Scylla samples are parts of an output.
    expect(parsed.incomplete).toBe(/scylla/.test(sample.name));
  });

  test.each(all)("$name keeps its value however it arrives", ({ text }) => {
    for (const other of disturbed(text)) expect(shown(other.text), other.how).toEqual(shown(text));
  });

  test.each(all)("$name cut before the rack is incomplete", ({ text }) => {
    for (const cut of cuts(text)) {
      const parsed = parseInfo(cut);
      if (parsed.value.rack === undefined) expect(parsed.incomplete).toBe(true);
    }
  });

  test("a real 5.0.6 node is read whole", () => {
    const { value, incomplete, ignored } = parseInfo(sampleText("nodetool", "info-5.0.6-lab.txt"));
    expect([incomplete, ignored]).toEqual([false, []]);
    expect(value).toMatchObject({
      joined: true,
      tokenCount: 8,
      rack: "r1",
      bootstrapState: "COMPLETED",
      repairedShare: 1,
    });
    expect(value.heapMaxBytes).toBeGreaterThan(300 * 1024 ** 2);
  });

  test("an error after the first lines makes it incomplete and is kept", () => {
    const text =
      "ID                     : 61cdea04-33f6-49d0-8543-35cf2e94d55d\nerror: null\n-- StackTrace --\n";
    expect(parseInfo(text)).toMatchObject({
      incomplete: true,
      value: { error: { kind: "other", text: "error: null" } },
    });
  });
});
