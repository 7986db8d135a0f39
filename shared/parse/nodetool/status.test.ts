import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  absent,
  cuts,
  disturbed,
  samples,
  sampleText,
} from "../../../test/fixtures/parse/samples.ts";
import { parseStatus } from "./status.ts";

const tables = samples("nodetool", "status-").filter(
  (sample) => sample.expected.error === undefined,
);
const errors = samples("nodetool", "status-").filter(
  (sample) => sample.expected.error !== undefined,
);

/** The value in the words of the sidecars. */
function shown(text: string): unknown {
  const { value } = parseStatus(text);
  return {
    ownsEffective: value.ownsEffective,
    notes: value.notes,
    datacenters: value.datacenters.map(({ name, nodes }) => ({
      name,
      nodes: nodes.map(({ owns, ...node }) => ({
        ...node,
        letters: undefined,
        ownsPercent: owns === undefined ? undefined : Math.round(owns * 1000) / 10,
      })),
    })),
  };
}

function wanted(expected: (typeof tables)[number]["expected"]): unknown {
  const { ownsEffective, notes, datacenters } = absent(expected);
  for (const { nodes } of datacenters) {
    // A negative load is an overflow of the server: its text is kept, its value is unknown.
    for (const node of nodes) if (node.loadBytes < 0) node.loadBytes = undefined;
  }
  return { ownsEffective, notes, datacenters };
}

describe("nodetool status", () => {
  test.each(tables)("$name gives its nodes", ({ text, expected }) => {
    const parsed = parseStatus(text);
    expect(shown(text)).toEqual(wanted(expected));
    expect(parsed.ignored).toEqual(expected.ignoredLines);
    expect(parsed.unreadable).toEqual([]);
    expect(parsed.incomplete).toBe(false);
  });

  test.each(tables)("$name keeps its value however it arrives", ({ text }) => {
    for (const other of disturbed(text)) expect(shown(other.text), other.how).toEqual(shown(text));
  });

  test.each(tables)("$name cut anywhere never invents a node", ({ text }) => {
    const all = parseStatus(text).value.datacenters.flatMap(({ nodes }) => nodes);
    for (const cut of cuts(text)) {
      const parsed = parseStatus(cut);
      const nodes = parsed.value.datacenters.flatMap((datacenter) => datacenter.nodes);
      expect(nodes).toEqual(all.slice(0, nodes.length));
      if (nodes.length === 0) expect(parsed.incomplete).toBe(true);
    }
  });

  test("a row cut in the middle is unreadable, not half a node", () => {
    const text = sampleText("nodetool", "status-4.1-x2.txt");
    const end = text.indexOf("192.0.2.100");
    for (let at = end; at < end + 70; at++) {
      const parsed = parseStatus(text.slice(0, at));
      expect(parsed.incomplete).toBe(true);
      expect(parsed.value.datacenters[0]?.nodes).toHaveLength(2);
    }
  });

  test.each(errors)("$name says why there is no table", ({ text, expected }) => {
    const { value, incomplete } = parseStatus(text);
    expect(incomplete).toBe(true);
    expect(value.datacenters).toEqual([]);
    if (expected.error === "connect") {
      expect(value.error).toMatchObject({
        kind: "connect",
        exception: expected.exception,
        host: expected.host,
        port: expected.port,
      });
    } else if (expected.error === "jvm-start") expect(value.error?.kind).toBe("jvm");
    else expect(value.error).toMatchObject({ kind: "keyspace", text: `Error: ${expected.error}` });
  });

  test("a real 5.0.6 ring is read whole", () => {
    const { value, incomplete } = parseStatus(sampleText("nodetool", "status-5.0.6-lab.txt"));
    expect(incomplete).toBe(false);
    expect(
      value.datacenters[0]?.nodes.map((node) => [
        node.address,
        node.letters,
        node.tokens,
        node.rack,
      ]),
    ).toEqual([
      ["127.0.0.3", "UN", 8, "r3"],
      ["127.0.0.2", "UN", 8, "r2"],
      ["127.0.0.1", "UN", 8, "r1"],
    ]);
  });

  test("names with blanks, dashes and digits come back from the layout of 4.0 and later", () => {
    const name = fc
      .array(fc.constantFrom("a", "Z", "9", "-", "_", " ", "rack", "us-east"), {
        minLength: 1,
        maxLength: 8,
      })
      .map((parts) => parts.join("").replace(/\s+/g, " ").trim())
      .filter((text) => text !== "");
    const load = fc.constantFrom("?", "900 bytes", "1019.47 MiB", "85,76 KiB", "1.2 GiB");
    const row = fc.record({
      rack: name,
      load,
      host: fc.ipV4(),
      down: fc.boolean(),
      hostId: fc.uuid(),
    });
    fc.assert(
      fc.property(name, fc.array(row, { minLength: 1, maxLength: 5 }), (dc, rows) => {
        const width = (key: "load" | "host" | "rack") =>
          Math.max(...rows.map((r) => r[key].length), key.length);
        const text = [
          `Datacenter: ${dc}`,
          "=".repeat(dc.length + 12),
          "Status=Up/Down",
          "|/ State=Normal/Leaving/Joining/Moving",
          `--  ${"Address".padEnd(width("host"))}  ${"Load".padEnd(width("load"))}  Tokens  Owns  Host ID  Rack`,
          ...rows.map((r) =>
            [
              r.down ? "DN" : "UN",
              r.host.padEnd(width("host")),
              r.load.padEnd(width("load")),
              "16    ",
              "?   ",
              r.hostId,
              r.rack.padEnd(width("rack")),
            ].join("  "),
          ),
        ].join("\n");
        const { value, incomplete } = parseStatus(text);
        expect(incomplete).toBe(false);
        expect(value.datacenters[0]?.name).toBe(dc);
        expect(
          value.datacenters[0]?.nodes.map((n) => [n.letters, n.address, n.loadText, n.rack]),
        ).toEqual(rows.map((r) => [r.down ? "DN" : "UN", r.host, r.load, r.rack]));
      }),
    );
  });
});
