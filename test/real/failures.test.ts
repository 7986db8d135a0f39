/** Parts of a real cluster fail one at a time; the rest is shown on, and what fails says why and since when. */
import { createRouterClient } from "@orpc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../electron/cli/client.ts";
import { createRealHost, type RealHost } from "../../electron/compose/real-host.ts";
import { askSupervisor } from "../../electron/practice/supervisor-control.ts";
import type { InspectDocument } from "../../shared/cluster/inspect-document.ts";
import type { ClusterView, NodeView } from "../../shared/contract/cluster-view.ts";
import { hasValue, isStale, isUnknown, valueOf } from "../../shared/facts/fact.ts";
import { practiceFolder, upInAllViews, victim, victimPid } from "./cut-off-run.ts";
import { addresses, cli, testHome } from "./ring.ts";
import { waitUntil } from "./wait-until.ts";

const fingerprint = /SHA256:[A-Za-z0-9+/]{43}/g;

async function tellSupervisor(
  what: "change-host-key" | "restore-host-key" | "stop-ssh" | "start-ssh",
): Promise<void> {
  const reply = await askSupervisor(practiceFolder(), { do: what, address: victim().address });
  expect(reply).toMatchObject({ ok: true });
}

describe("a node shows another SSH host key than before", () => {
  beforeAll(() => tellSupervisor("change-host-key"));
  afterAll(() => tellSupervisor("restore-host-key"));

  it("inspect shows the other nodes, names both fingerprints and ends with 3", async () => {
    const { code, stdout, stderr } = await cli(["inspect", "practice", "--json"]);
    expect(code).toBe(3);
    const told = stderr.split("\n").find((line) => line.includes("has changed")) ?? "";
    expect(told).toContain(victim().address);
    expect(new Set(told.match(fingerprint))).toHaveProperty("size", 2);
    expect(told).toContain("ssh-keygen");

    const { nodes } = JSON.parse(stdout) as InspectDocument;
    expect(nodes.map(({ address, reach }) => [address, reach.cql.state, reach.ssh.state])).toEqual(
      addresses.map((address) => [
        address,
        "connected",
        address === victim().address ? "failed" : "connected",
      ]),
    );
    const [first, , third] = nodes;
    expect(first !== undefined && hasValue(first.disks)).toBe(true);
    expect(third !== undefined && isUnknown(third.disks) && third.disks.unknown).toContain(
      "has changed",
    );
    expect(third !== undefined && hasValue(third.hostId)).toBe(true);
  });

  it("a drill on it is refused with both fingerprints, and nothing is touched", async () => {
    const pid = victimPid();
    for (const words of [["plan"], ["run", "--yes"]]) {
      const [verb = "", ...more] = words;
      const { code, stderr } = await cli([
        "drill",
        verb,
        "D-06",
        "--target",
        "practice",
        "--node",
        "3",
        ...more,
      ]);
      expect(code).toBe(4);
      expect(stderr).toContain("every node answers over CQL and SSH");
      const told = stderr.split("\n").find((line) => line.includes("has changed")) ?? "";
      expect(new Set(told.match(fingerprint))).toHaveProperty("size", 2);
    }
    expect(victimPid()).toBe(pid);
  });
});

describe("a cluster that is watched", () => {
  let host: RealHost;
  let client: Client;
  beforeAll(async () => {
    host = await createRealHost({ hostKind: "command line", dataFolder: testHome() });
    client = createRouterClient(host.host.router, { context: {} });
    await client.cluster.open({ profile: "practice" });
    await seen("every node was looked at", (view) =>
      view.nodes.length === 3 &&
      view.nodes.every((node) => hasValue(node.disks) && valueOf(node.state) === "UN")
        ? true
        : undefined,
    );
  });
  afterAll(() => host.close());

  /** Follows the view as a screen does; no answer may take longer than a beat and a little. */
  async function seen<T>(what: string, look: (view: ClusterView) => T | undefined): Promise<T> {
    let after = 0;
    let node: NodeView | undefined;
    return waitUntil(
      what,
      120_000,
      async () => {
        const asked = performance.now();
        const view = await client.cluster.next({ profile: "practice", after });
        expect(performance.now() - asked).toBeLessThan(15_000);
        after = view.seq;
        node = view.nodes.find(({ address }) => address === victim().address);
        return look(view);
      },
      () => ({ reach: node?.reach, state: node?.state, pools: node?.pools, disks: node?.disks }),
    );
  }
  const node3 = (view: ClusterView) =>
    view.nodes.find(({ address }) => address === victim().address);

  it("goes on over CQL when a node's SSH ends: host figures say why they are old", async () => {
    await tellSupervisor("stop-ssh");
    try {
      const failedAt = await seen("SSH failed and the host figures said so", (view) => {
        const node = node3(view);
        if (node?.reach.ssh.state !== "failed") return undefined;
        const { disks, memory } = node;
        const said = (!hasValue(disks) || isStale(disks)) && (!hasValue(memory) || isStale(memory));
        return said ? view.at : undefined;
      });
      const node = await seen("CQL figures went on", (view) => {
        const at = node3(view);
        return at !== undefined && hasValue(at.pools) && at.pools.at > failedAt ? at : undefined;
      });
      expect(isStale(node.pools)).toBe(false);
      expect(node.reach.cql.state).toBe("connected");
      const why = isStale(node.disks)
        ? node.disks.stale
        : isUnknown(node.disks) && node.disks.unknown;
      expect(why).toContain(`${victim().address}:`);
    } finally {
      await tellSupervisor("start-ssh");
    }
    await seen("SSH was back", (view) => {
      const node = node3(view);
      return node !== undefined && hasValue(node.disks) && !isStale(node.disks) ? true : undefined;
    });
  });

  it("keeps coming when a node is frozen, and its row says since when", async () => {
    const pid = victimPid();
    if (pid === undefined) throw new Error("node 3 does not run");
    const frozenAt = Date.now();
    process.kill(pid, "SIGSTOP");
    try {
      const node = await seen("the frozen node was down", (view) => {
        const frozen = node3(view);
        return frozen !== undefined && valueOf(frozen.state) === "DN" ? frozen : undefined;
      });
      expect(node.stateSince).toBeGreaterThan(frozenAt - 1_000);
      expect(node.stateSince).toBeLessThan(Date.now());
      const old = await seen("its own figures were old", (view) => {
        const pools = node3(view)?.pools;
        return pools !== undefined && (!hasValue(pools) || isStale(pools)) ? pools : undefined;
      });
      expect(isStale(old) ? old.stale : isUnknown(old) && old.unknown).toMatch(/\w{3}/);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await upInAllViews();
  });
});
