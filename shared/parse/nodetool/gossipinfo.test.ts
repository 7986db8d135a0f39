import { describe, expect, test } from "vitest";
import {
  absent,
  cuts,
  disturbed,
  samples,
  sampleText,
} from "../../../test/fixtures/parse/samples.ts";
import { parseGossipinfo } from "./gossipinfo.ts";

const all = samples("nodetool", "gossipinfo-");

/** The value in the words of the sidecars. */
function shown(text: string): unknown {
  return parseGossipinfo(text).value.map((node) => ({
    address: node.address,
    hostname: node.hostname,
    generation: node.generation,
    heartbeat: node.heartbeat,
    status: node.status,
    token: node.token,
    dc: node.datacenter,
    rack: node.rack,
    releaseVersion: node.release,
    hostId: node.hostId,
    schema: node.schema,
    loadBytes: node.loadBytes,
  }));
}

describe("nodetool gossipinfo", () => {
  test.each(all)("$name gives its endpoints", ({ text, expected }) => {
    const nodes = absent(expected).nodes;
    for (const node of nodes) {
      delete node.rpcAddress;
      delete node.stateNames;
      if (node.loadBytes < 0) node.loadBytes = undefined;
    }
    const parsed = parseGossipinfo(text);
    expect(shown(text)).toEqual(nodes);
    expect(parsed.unreadable).toEqual([]);
    expect(parsed.incomplete).toBe(false);
    expect(parsed.value.map((node) => node.nativeAddress)).toEqual(
      absent(expected).nodes.map((node: { rpcAddress: string }) => node.rpcAddress),
    );
  });

  test.each(all)("$name keeps every state but the secret ones", ({ text, expected }) => {
    const secret = (name: string) => name === "DSE_GOSSIP_STATE" || name === "X_11_PADDING";
    const { value } = parseGossipinfo(text);
    expect(value.map((node) => Object.keys(node.states).toSorted())).toEqual(
      expected.nodes.map((node: { stateNames: string[] }) =>
        node.stateNames.filter((name) => !secret(name)),
      ),
    );
    expect(JSON.stringify(value)).not.toContain("internodeAuthKey");
  });

  test.each(all)("$name keeps its value however it arrives", ({ text }) => {
    for (const other of disturbed(text)) expect(shown(other.text), other.how).toEqual(shown(text));
  });

  test.each(all)("$name cut anywhere is incomplete unless whole endpoints are left", ({ text }) => {
    for (const cut of cuts(text)) {
      const parsed = parseGossipinfo(cut);
      const last = parsed.value.at(-1);
      if (last?.hostId === undefined || last.status === undefined)
        expect(parsed.incomplete).toBe(true);
    }
  });

  test("a real 5.0.6 ring gives heartbeat and generation of every node", () => {
    const { value, incomplete } = parseGossipinfo(
      sampleText("nodetool", "gossipinfo-5.0.6-lab.txt"),
    );
    expect(incomplete).toBe(false);
    expect(
      value.map((node) => [node.address, node.hostname, node.status, node.nativeAddress]),
    ).toEqual([
      ["127.0.0.1", "localhost", "NORMAL", "127.0.0.1"],
      ["127.0.0.2", "127.0.0.2", "NORMAL", "127.0.0.2"],
      ["127.0.0.3", "127.0.0.3", "NORMAL", "127.0.0.3"],
    ]);
    expect(
      value.every((node) => (node.generation ?? 0) > 1_796_000_000 && (node.heartbeat ?? 0) > 0),
    ).toBe(true);
  });

  test("a node removed from a real 5.0.6 ring stays in gossip as removed, with the generation of its removal", () => {
    const { value, incomplete } = parseGossipinfo(
      sampleText("nodetool", "gossipinfo-5.0.6-removed.txt"),
    );
    expect(incomplete).toBe(false);
    expect(value.map((node) => [node.address, node.status, node.token !== undefined])).toEqual([
      ["127.0.0.1", "NORMAL", true],
      ["127.0.0.2", "removed", false],
      ["127.0.0.3", "NORMAL", true],
    ]);
  });
});
