import { describe, expect, test } from "vitest";
import {
  absent,
  cuts,
  disturbed,
  samples,
  sampleText,
} from "../../../test/fixtures/parse/samples.ts";
import { parseCompactionstats } from "./compactionstats.ts";
import { parseNetstats } from "./netstats.ts";

function compactions(text: string): unknown {
  const { value } = parseCompactionstats(text);
  return {
    pendingTasks: value.pending,
    pendingByTable: Object.fromEntries(
      value.pendingByTable.map((entry) => [`${entry.keyspace}.${entry.table}`, entry.pending]),
    ),
    compactions: value.running.map(({ kind, doneShare, ...row }) => ({
      ...row,
      type: kind,
      progressPercent: doneShare === undefined ? undefined : Math.round(doneShare * 10_000) / 100,
    })),
    remainingSeconds: value.remainingMs === undefined ? undefined : value.remainingMs / 1000,
    metrics: Object.keys(value.metrics).length === 0 ? undefined : value.metrics,
  };
}

describe("nodetool compactionstats", () => {
  const all = samples("nodetool", "compactionstats-");

  test.each(all)("$name gives pending and running compactions", ({ text, expected }) => {
    const { remaining: _, ignoredLines, ...rest } = absent(expected);
    const parsed = parseCompactionstats(text);
    expect(compactions(text)).toEqual({ ...rest, remainingSeconds: rest.remainingSeconds });
    expect(parsed).toMatchObject({ ignored: ignoredLines, unreadable: [], incomplete: false });
  });

  test.each(all)(
    "$name keeps its value however it arrives, and cut anywhere invents nothing",
    ({ text }) => {
      for (const other of disturbed(text))
        expect(compactions(other.text), other.how).toEqual(compactions(text));
      const whole = parseCompactionstats(text).value.running;
      for (const cut of cuts(text)) {
        const { value, incomplete } = parseCompactionstats(cut);
        expect(value.running).toEqual(whole.slice(0, value.running.length));
        if (value.pending === undefined) expect(incomplete).toBe(true);
      }
    },
  );

  test("a real 5.0.6 node that rests has 0 pending, not unknown", () => {
    const { value, incomplete, ignored } = parseCompactionstats(
      sampleText("nodetool", "compactionstats-5.0.6-lab.txt"),
    );
    expect([value.pending, value.running, incomplete, ignored]).toEqual([0, [], false, []]);
  });
});

function streams(text: string): unknown {
  const { value } = parseNetstats(text);
  return {
    mode: value.mode,
    streams: value.streams.map(({ peers, ...plan }) => ({
      ...plan,
      peers: peers.map(({ address, via, files, ...totals }) => ({
        peer: address,
        using: via,
        ...totals,
        progress: files.length === 0 ? undefined : files,
      })),
    })),
    readRepair: value.readRepair,
    pools: Object.fromEntries(value.pools.map(({ name, ...pool }) => [name, pool])),
  };
}

describe("nodetool netstats", () => {
  const all = samples("nodetool", "netstats-");

  test.each(all)("$name gives mode, streams and pools", ({ name, text, expected }) => {
    const { ignoredLines, ...rest } = absent(expected);
    const parsed = parseNetstats(text);
    expect(streams(text)).toEqual(rest);
    expect(parsed.unreadable).toEqual([]);
    // One sample breaks off with an error of the server.
    expect(parsed.incomplete).toBe(ignoredLines.length > 0);
    expect(parsed.value.error?.text, name).toBe(ignoredLines[0]);
  });

  test.each(all)(
    "$name keeps its value however it arrives, and cut anywhere is incomplete",
    ({ text }) => {
      for (const other of disturbed(text))
        expect(streams(other.text), other.how).toEqual(streams(text));
      for (const cut of cuts(text)) {
        const parsed = parseNetstats(cut);
        if (parsed.value.pools.length < 2) expect(parsed.incomplete).toBe(true);
      }
    },
  );

  test("a real 5.0.6 node is NORMAL and streams nothing", () => {
    const { value, incomplete, ignored } = parseNetstats(
      sampleText("nodetool", "netstats-5.0.6-lab.txt"),
    );
    expect([value.mode, value.streams, incomplete, ignored]).toEqual(["NORMAL", [], false, []]);
  });
});
