import { describe, expect, test } from "vitest";
import {
  absent,
  cuts,
  disturbed,
  samples,
  sampleText,
} from "../../../test/fixtures/parse/samples.ts";
import { readBytes } from "../text/size.ts";
import { parseDescribecluster } from "./describecluster.ts";
import { parseProxyhistograms } from "./proxyhistograms.ts";
import { parseRunning } from "./statusbinary.ts";
import { parseVersion } from "./version.ts";

function cluster(text: string): unknown {
  const { value } = parseDescribecluster(text);
  const filled = <T extends object>(map: ReadonlyMap<string, unknown>): T | undefined =>
    map.size === 0 ? undefined : (Object.fromEntries(map) as T);
  return {
    name: value.name,
    snitch: value.snitch,
    dynamicSnitch:
      value.dynamicSnitch === undefined ? undefined : value.dynamicSnitch ? "enabled" : "disabled",
    partitioner: value.partitioner,
    schemaVersions: Object.fromEntries(value.schemaVersions),
    unreachable: value.unreachable,
    nodes: Object.keys(value.counts).length === 0 ? undefined : value.counts,
    dataCenters: filled(value.datacenters),
    databaseVersions: filled(value.releases),
    keyspaces: filled(value.keyspaces),
  };
}

describe("nodetool describecluster", () => {
  const all = samples("nodetool", "describecluster-");

  test.each(all)("$name gives name, schema versions and counts", ({ text, expected }) => {
    const { schemaAgreement: _, reversedPairs: __, ignoredLines, ...rest } = absent(expected);
    const parsed = parseDescribecluster(text);
    expect(cluster(text)).toEqual(rest);
    expect(parsed).toMatchObject({ ignored: ignoredLines, unreadable: [], incomplete: false });
  });

  test.each(all)(
    "$name keeps its value however it arrives, and cut inside a block is incomplete",
    ({ text }) => {
      for (const other of disturbed(text))
        expect(cluster(other.text), other.how).toEqual(cluster(text));
      for (const cut of cuts(text)) {
        const parsed = parseDescribecluster(cut);
        if (parsed.value.schemaVersions.size === 0 || /:\s*$/.test(cut))
          expect(parsed.incomplete).toBe(true);
      }
    },
  );

  test("a real 5.0.6 ring agrees on one schema", () => {
    const { value, incomplete } = parseDescribecluster(
      sampleText("nodetool", "describecluster-5.0.6-lab.txt"),
    );
    expect(incomplete).toBe(false);
    expect([...value.schemaVersions.values()]).toEqual([["127.0.0.1", "127.0.0.2", "127.0.0.3"]]);
    expect(value.keyspaces.get("system_traces")).toEqual({
      class: "SimpleStrategy",
      replication_factor: "2",
    });
  });
});

describe("nodetool proxyhistograms", () => {
  const all = samples("nodetool", "proxyhistograms-");

  test.each(all)("$name gives the percentiles of each column", ({ text, expected }) => {
    const [{ rows, columns }] = expected.histograms;
    const parsed = parseProxyhistograms(text);
    expect([...parsed.value.keys()]).toEqual(columns);
    for (const [index, column] of columns.entries()) {
      const numbers = parsed.value.get(column);
      expect(numbers).toEqual({
        p50: rows["50"][index],
        p75: rows["75"][index],
        p95: rows["95"][index],
        p98: rows["98"][index],
        p99: rows["99"][index],
        min: rows.min[index],
        max: rows.max[index],
      });
    }
    expect(parsed.incomplete).toBe(false);
    for (const other of disturbed(text))
      expect(parseProxyhistograms(other.text).value, other.how).toEqual(parsed.value);
    for (const cut of cuts(text)) expect(parseProxyhistograms(cut).incomplete).toBe(true);
  });
});

describe("nodetool version and statusbinary", () => {
  test.each(samples("nodetool", "version-"))("$name", ({ text, expected }) => {
    const dse = expected.dseVersion;
    expect(parseVersion(text).value).toEqual({
      product: dse === undefined ? "cassandra" : "dse",
      release: dse ?? expected.releaseVersion,
      releaseVersion: expected.releaseVersion,
    });
    expect(parseVersion(text).ignored).toEqual(expected.ignoredLines ?? []);
  });

  test("running, not running and no answer are three things", () => {
    const [sample] = samples("nodetool", "statusbinary-");
    expect(parseRunning(sample?.text ?? "").value).toBe(sample?.expected.running);
    expect(parseRunning("not running\n").value).toBe(false);
    expect(
      parseRunning(
        "nodetool: Failed to connect to '127.0.0.1:7199' - ConnectException: 'Connection refused'.\n",
      ),
    ).toMatchObject({
      value: undefined,
      incomplete: true,
    });
  });
});

describe("sizes", () => {
  test.each(
    samples("nodetool", "size-vectors-")[0]?.expected.vectors as {
      text: string;
      bytes: number | null;
      approximate: boolean;
    }[],
  )("$text", ({ text, bytes, approximate }) => {
    // A negative size is an overflow of an old server and unknown.
    const wanted = bytes === null || bytes < 0 ? undefined : bytes;
    if (wanted === undefined || !approximate) expect(readBytes(text)).toBe(wanted);
    else expect(Math.abs((readBytes(text) ?? NaN) - wanted) / wanted).toBeLessThan(0.005);
  });
});
