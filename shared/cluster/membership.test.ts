import { describe, expect, test } from "vitest";
import { rowsOf } from "../../test/fixtures/parse/rows.ts";
import { samples } from "../../test/fixtures/parse/samples.ts";
import type { CqlRow } from "../cql/value.ts";
import { canonicalAddress, isUnspecified } from "./address.ts";
import { compareAddresses, membershipOf } from "./membership.ts";

const local = rowsOf("local-5.0.6-lab.rows.json")[0] ?? {};
const peers = rowsOf("peers_v2-5.0.6-lab.rows.json");

/** What node `n` of the same ring would say: its row as its own, the others as peers. */
function viewOf(n: 2 | 3): { observer: string; local: CqlRow; peers: CqlRow[] } {
  const own = peers.find((row) => row["peer"] === `127.0.0.${n}`) ?? {};
  const { peer, native_address: native, native_port: port, ...rest } = own;
  return {
    observer: `127.0.0.${n}`,
    local: {
      ...rest,
      broadcast_address: peer ?? null,
      rpc_address: native ?? null,
      rpc_port: port ?? null,
    },
    peers: [
      {
        ...local,
        peer: local["broadcast_address"] ?? null,
        native_address: local["rpc_address"] ?? null,
      },
      ...peers.filter((row) => row !== own),
    ],
  };
}
const first = { observer: "127.0.0.1", local, peers };

describe("membership", () => {
  test("one contact point of a real 5.0.6 ring gives all members in order of address", () => {
    const { members, joining, ghosts, contradictions } = membershipOf([first]);
    expect(
      members.map((m) => [
        m.address,
        m.dc,
        m.rack,
        m.release,
        m.tokens.length,
        m.nativePort,
        m.own,
      ]),
    ).toEqual([
      ["127.0.0.1", "dc1", "r1", "5.0.6", 8, 9042, true],
      ["127.0.0.2", "dc1", "r2", "5.0.6", 8, 9042, false],
      ["127.0.0.3", "dc1", "r3", "5.0.6", 8, 9042, false],
    ]);
    expect([joining, ghosts, contradictions]).toEqual([[], [], []]);
  });

  test("a node that only one peer lists is a member all the same, and who lists it is kept", () => {
    const { members } = membershipOf([{ ...first, peers: peers.slice(0, 1) }, viewOf(3)]);
    expect(members.map((m) => [m.address, m.seenBy])).toEqual([
      ["127.0.0.1", ["127.0.0.1", "127.0.0.3"]],
      ["127.0.0.2", ["127.0.0.3"]],
      ["127.0.0.3", ["127.0.0.3", "127.0.0.1"]],
    ]);
  });

  test("rows of nodes that left are ghosts, not members", () => {
    const gone = {
      peer: "198.51.100.14",
      data_center: "dc1",
      host_id: null,
      rpc_address: "0.0.0.0",
    };
    const { members, ghosts } = membershipOf([
      { ...first, peers: [...peers, gone] },
      { ...viewOf(2) },
    ]);
    expect(members).toHaveLength(3);
    expect(ghosts).toEqual([
      {
        address: "198.51.100.14",
        seenBy: ["127.0.0.1"],
        text: expect.stringContaining("without a host id"),
      },
    ]);
  });

  test("a row with a host id and nothing else is a node on its way in", () => {
    const [sample] = samples("cql", "cql-peers-2");
    const rows = JSON.parse(sample?.text ?? "[]") as CqlRow[];
    const { members, joining, ghosts } = membershipOf([{ ...first, peers: rows }]);
    expect(members.map((m) => m.address)).toEqual(["127.0.0.1"].concat(sample?.expected.valid));
    expect(joining.map((node) => node.address)).toEqual(sample?.expected.partial);
    expect(ghosts).toEqual([]);
  });

  test("a node that has not finished its bootstrap is joining although it has tokens", () => {
    const { members, joining } = membershipOf([
      { ...first, local: { ...local, bootstrapped: "IN_PROGRESS" }, peers: [] },
    ]);
    expect(members).toEqual([]);
    expect(joining).toMatchObject([{ address: "127.0.0.1" }]);
  });

  test("rpc_address 0.0.0.0 means the peer's own address", () => {
    const row = { ...peers[0], native_address: "0.0.0.0" };
    const [, member] = membershipOf([{ ...first, peers: [row] }]).members;
    expect(member?.nativeAddress).toBe(member?.address);
  });

  test("a node that came back with another host id is told from what its peers still list", () => {
    const other = "11111111-2222-3333-4444-555555555555";
    const changed = { ...viewOf(3), local: { ...viewOf(3).local, host_id: other } };
    const { members, ghosts } = membershipOf([first, changed]);
    expect(members.find((m) => m.address === "127.0.0.3")?.hostId).toBe(other);
    expect(members).toHaveLength(3);
    expect(ghosts).toMatchObject([{ address: "127.0.0.3", seenBy: ["127.0.0.1"] }]);
  });

  test("tables that contradict each other are said in a sentence", () => {
    const moved = peers.map((row) => (row["peer"] === "127.0.0.2" ? { ...row, rack: "r9" } : row));
    const { contradictions } = membershipOf([{ ...first, peers: moved }, viewOf(2)]);
    expect(contradictions).toEqual(["127.0.0.1 places 127.0.0.2 in dc1/r9, not in dc1/r2."]);
  });
});

describe("addresses", () => {
  test("the same IPv6 address has one text however it was printed", () => {
    expect(canonicalAddress("0:0:0:0:0:0:0:1")).toBe("::1");
    expect(canonicalAddress("2001:DB8:0:0:1:0:0:1")).toBe("2001:db8::1:0:0:1");
    expect(canonicalAddress("[2001:db8::2]")).toBe("2001:db8::2");
    expect(canonicalAddress("fe80::1%eth0")).toBe("fe80::1");
    expect(canonicalAddress("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(canonicalAddress("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2:3:4:5:6");
    expect(canonicalAddress("Node1.Example.com")).toBe("node1.example.com");
    expect(canonicalAddress("1:2:3")).toBe("1:2:3");
    expect([
      isUnspecified("0.0.0.0"),
      isUnspecified("0:0:0:0:0:0:0:0"),
      isUnspecified("::1"),
    ]).toEqual([true, true, false]);
  });

  test("addresses are ordered by number", () => {
    expect(["127.0.0.10", "127.0.0.2", "127.0.0.1"].toSorted(compareAddresses)).toEqual([
      "127.0.0.1",
      "127.0.0.2",
      "127.0.0.10",
    ]);
  });
});
