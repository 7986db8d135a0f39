import { describe, expect, test } from "vitest";
import { rowsOf } from "../../../test/fixtures/parse/rows.ts";
import { sampleText } from "../../../test/fixtures/parse/samples.ts";
import type { Parsed } from "../parsed.ts";
import {
  atMost,
  latencyScale,
  readCoordinatorLatency,
  scaleByCheck,
} from "../vtable/coordinator-latency.ts";
import { readSettings } from "../vtable/settings.ts";
import { parseCompactionstats } from "./compactionstats.ts";
import { parseDescribecluster } from "./describecluster.ts";
import { parseGossipinfo } from "./gossipinfo.ts";
import { parseInfo } from "./info.ts";
import { parseNetstats } from "./netstats.ts";
import { parseProxyhistograms } from "./proxyhistograms.ts";
import { parseStatus } from "./status.ts";
import { parseTpstats } from "./tpstats.ts";
import { parseVersion } from "./version.ts";

const releases = ["4.0.19", "4.1.10", "5.0.6"];
const commands: readonly (readonly [string, (text: string) => Parsed<unknown>])[] = [
  ["status", parseStatus],
  ["info", parseInfo],
  ["gossipinfo", parseGossipinfo],
  ["tpstats", parseTpstats],
  ["compactionstats", parseCompactionstats],
  ["netstats", parseNetstats],
  ["describecluster", parseDescribecluster],
  ["proxyhistograms", parseProxyhistograms],
  ["version", parseVersion],
];

describe.each(releases)("a real ring of Cassandra %s", (release) => {
  test.each(commands)("every line of nodetool %s is understood", (command, parse) => {
    const parsed = parse(sampleText("nodetool", `${command}-${release}-lab.txt`));
    expect(parsed).toMatchObject({ ignored: [], unreadable: [], incomplete: false });
    expect(parsed.understood).toBeGreaterThan(0);
  });

  test("its settings are found under the names of this release", () => {
    expect(readSettings(rowsOf(`settings-${release}-lab.rows.json`))).toMatchObject({
      incomplete: false,
      value: {
        clusterName: "Lab",
        dataDirectories: ["/data/n1/data"],
        commitLogDirectory: "/data/n1/commitlog",
        commitLogSync: "periodic",
        commitLogSyncMs: 10_000,
        commitLogCompressed: false,
        hintedHandoff: true,
        hintWindowMs: 10_800_000,
        seeds: ["127.0.0.1", "127.0.0.2"],
        numTokens: 8,
      },
    });
  });
});

test.each(["4.0.19", "4.1.10"])(
  "the virtual table's latency of %s, put right by its release, fits what nodetool prints",
  (release) => {
    const rows = rowsOf(`coordinator_write_latency-${release}-lab.rows.json`);
    const printed = parseProxyhistograms(
      sampleText("nodetool", `proxyhistograms-${release}-lab.txt`),
    );
    const write = printed.value.get("Write Latency");
    const { value } = readCoordinatorLatency(rows, latencyScale(release));
    expect((atMost(value)?.maxMs ?? NaN) / ((write?.max ?? NaN) / 1000)).toBeCloseTo(1, 2);
    expect((atMost(value)?.p99Ms ?? NaN) / ((write?.p99 ?? NaN) / 1000)).toBeCloseTo(1, 1);
    const unscaled = readCoordinatorLatency(rows, 1).value[0]?.maxMs ?? NaN;
    expect(scaleByCheck(unscaled, write?.max ?? NaN)).toBe(latencyScale(release));
  },
);
