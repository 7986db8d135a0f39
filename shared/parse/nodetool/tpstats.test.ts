import { describe, expect, test } from "vitest";
import {
  absent,
  cuts,
  disturbed,
  samples,
  sampleText,
} from "../../../test/fixtures/parse/samples.ts";
import { canonicalMessage } from "./dropped-message.ts";
import { parseTpstats } from "./tpstats.ts";

const all = samples("nodetool", "tpstats-");

/** The value in the words of the sidecars. */
function shown(text: string): unknown {
  const { value } = parseTpstats(text);
  return {
    pools: Object.fromEntries(
      value.pools.map(({ name, blockedTotal, ...pool }) => [
        name,
        { ...pool, allTimeBlocked: blockedTotal },
      ]),
    ),
    dropped: Object.fromEntries(
      value.dropped.map(({ message, dropped, waitMicros }) => [
        message,
        { dropped, latencyMicros: waitMicros },
      ]),
    ),
  };
}

describe("nodetool tpstats", () => {
  test.each(all)("$name gives its pools and dropped messages", ({ name, text, expected }) => {
    const { pools, dropped } = absent(expected);
    for (const pool of Object.values(pools) as Record<string, unknown>[]) {
      for (const dse of ["backpressure", "delayed", "shared", "stolen"]) delete pool[dse];
    }
    const parsed = parseTpstats(text);
    expect(shown(text)).toEqual({ pools, dropped });
    expect(parsed.unreadable).toEqual([]);
    expect(parsed.incomplete, name).toBe(false);
  });

  test.each(all)("$name keeps its value however it arrives", ({ text }) => {
    for (const other of disturbed(text)) expect(shown(other.text), other.how).toEqual(shown(text));
  });

  test.each(all)("$name cut anywhere invents no pool", ({ text }) => {
    const whole = parseTpstats(text).value;
    for (const cut of cuts(text)) {
      const { value, incomplete } = parseTpstats(cut);
      expect(value.pools).toEqual(whole.pools.slice(0, value.pools.length));
      expect(value.dropped).toEqual(whole.dropped.slice(0, value.dropped.length));
      if (value.pools.length === 0) expect(incomplete).toBe(true);
    }
  });

  test("a row cut in the middle is unreadable", () => {
    const parsed = parseTpstats(
      "Pool Name   Active Pending Completed Blocked All time blocked\nReadStage   0      0       1\n",
    );
    expect(parsed).toMatchObject({
      value: { pools: [] },
      unreadable: ["ReadStage   0      0       1"],
      incomplete: true,
    });
  });

  test("a real 5.0.6 node gives its pools and its drops", () => {
    const { value, unreadable } = parseTpstats(sampleText("nodetool", "tpstats-5.0.6-lab.txt"));
    expect(unreadable).toEqual([]);
    expect(value.pools.find((pool) => pool.name === "GossipStage")?.completed).toBeGreaterThan(
      1000,
    );
    expect(value.dropped.find((drop) => drop.message === "MUTATION_REQ")?.dropped).toBe(0);
  });

  test("a dropped message has one name before and after 4.0", () => {
    expect(["READ", "READ_REQ", "MUTATION", "PAGED_RANGE", "_TRACE"].map(canonicalMessage)).toEqual(
      ["READ_REQ", "READ_REQ", "MUTATION_REQ", "RANGE_REQ", "_TRACE"],
    );
  });
});
