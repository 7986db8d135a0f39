import { afterEach, expect, test } from "vitest";
import { FakeClock } from "../../test/fixtures/core/fake-clock.ts";
import { gossipLine } from "../../test/fixtures/core/fake-host-answer.ts";
import { FakeRing, statusText } from "../../test/fixtures/core/fake-ring.ts";
import { FakeStore } from "../../test/fixtures/core/fake-store.ts";
import { clusterViewSchema, type NodeView } from "../../shared/contract/cluster-view.ts";
import type { Profile } from "../../shared/contract/profile.ts";
import { openSession } from "./open-session.ts";
import type { Session } from "./session.ts";

const profile: Profile = {
  name: "fake",
  contactPoints: ["10.0.0.1"],
  cql: { port: 9042, tls: false },
  ssh: { user: "ops", port: 22, auth: { kind: "agent" }, jump: [], knownHosts: [] },
  service: { kind: "none" },
  environment: "lab",
  colour: "#112233",
};

let session: Session | undefined;
let clock = new FakeClock();
afterEach(async () => {
  const closing = session?.close();
  await clock.advance(60_000);
  await closing;
});

function open(
  nodes: number,
  with_: Partial<Profile> = {},
  arrange: (ring: FakeRing) => void = () => undefined,
) {
  clock = new FakeClock();
  const ring = new FakeRing(clock, nodes);
  for (const node of ring.nodes) {
    node.tools.set("status", statusText(ring, new Set()));
    node.tools.set(
      "compactionstats",
      "concurrent compactors            2\npending tasks                    5\n",
    );
  }
  arrange(ring);
  const store = new FakeStore();
  session = openSession({
    deps: {
      clock,
      ssh: ring.ssh,
      cql: ring.cql,
      store,
      log: { info: () => undefined, warn: () => undefined },
      random: () => 0.5,
      decideHostKey: () => Promise.resolve(false),
    },
    profile: { ...profile, ...with_ },
    secrets: {},
    simulated: false,
  });
  return { ring, store, session };
}

function node(of: Session, number: number): NodeView {
  const found = of.view().nodes.find(({ address }) => address === `10.0.0.${number}`);
  if (found === undefined) throw new Error(`node ${number} is not in the view`);
  return found;
}

const states = (of: Session, number: number) =>
  Object.values(of.view().matrix[node(of, number).key] ?? {}).map((cell) => cell.state);

test("three nodes are found from one contact point, each reached itself over both ways", async () => {
  const { session: s } = open(3);
  await clock.advance(12_000);
  const view = s.view();
  expect(view.nodes.map((n) => n.address)).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
  for (const n of view.nodes) {
    expect([n.reach.cql.state, n.reach.ssh.state]).toEqual(["connected", "connected"]);
    expect(n.state).toMatchObject({ value: "UN" });
    expect(n.ownership).toMatchObject({ value: { app: expect.closeTo(2 / 3, 6) } });
    expect(n.memory).toMatchObject({
      value: { totalBytes: 8_192_000_000 },
      source: { node: n.address },
    });
    expect(n.cpu).toMatchObject({ value: { busyShare: 0.5 } });
    expect(n.pendingCompactions).toMatchObject({
      value: 5,
      source: { what: "nodetool compactionstats" },
    });
    expect(n.disks).toMatchObject({
      value: [{ holds: ["data", "commit log", "hints", "root"], availableBytes: 512_000_000 }],
    });
  }
  expect(view.nodes.map((n) => n.isSeed)).toMatchObject([
    { value: true },
    { value: true },
    { value: false },
  ]);
  expect([1, 2, 3].map((n) => states(s, n))).toEqual([
    ["UN", "UN", "UN"],
    ["UN", "UN", "UN"],
    ["UN", "UN", "UN"],
  ]);
  expect(view.problems).toEqual([]);
  expect(clusterViewSchema.safeParse(JSON.parse(JSON.stringify(view))).error).toBeUndefined();
});

test("a node that refuses everything does not hold up the others, and its row says why", async () => {
  const { session: s } = open(3, {}, (ring) => {
    ring.node(2).cql = "refused";
    ring.node(2).ssh = "refused";
  });
  await clock.advance(12_000);
  expect(node(s, 1).memory).toHaveProperty("value");
  expect(node(s, 3).pools).toHaveProperty("value");
  expect(node(s, 2).rack).toMatchObject({ value: "r2", source: { what: "system.peers_v2" } });
  expect(node(s, 2).memory).toEqual({ unknown: "10.0.0.2: connection refused." });
  expect(node(s, 2).reach.cql).toMatchObject({
    state: "failed",
    failure: { kind: "connection refused" },
  });
  expect(states(s, 2)).toEqual([null, null, null]);
});

test("SSH lost: host figures turn stale with the reason, CQL figures go on", async () => {
  const { ring, session: s } = open(3);
  await clock.advance(12_000);
  ring.node(3).ssh = "refused";
  ring.cut(ring.node(3), "ssh");
  await clock.advance(20_000);
  expect(node(s, 3).memory).toMatchObject({
    value: { totalBytes: 8_192_000_000 },
    stale: "10.0.0.3: connection refused.",
  });
  expect(node(s, 3).disks).toHaveProperty("stale");
  expect(node(s, 3).pendingCompactions).toHaveProperty("stale");
  expect(node(s, 3).pools).not.toHaveProperty("stale");
  expect(node(s, 3).load).not.toHaveProperty("stale");
  expect(node(s, 3).state).toMatchObject({ value: "UN" });
  expect(s.view().problems.map((p) => p.kind)).toEqual(["ssh failed"]);
  ring.node(3).ssh = "answers";
  await clock.advance(15_000);
  expect(node(s, 3).memory).not.toHaveProperty("stale");
});

test("a frozen node holds nothing up: its row says since when, the others are looked at every beat", async () => {
  const { ring, session: s } = open(3);
  await clock.advance(12_000);
  const lastAnswer = node(s, 3).lastLookAt ?? 0;
  const frozen = ring.node(3);
  frozen.cql = "silent";
  frozen.process = "T";
  await clock.advance(40_000);
  const reach = node(s, 3).reach.cql;
  expect(reach).toMatchObject({ state: "failed", failure: { kind: "time-out" } });
  expect(reach.state === "failed" ? Math.abs(reach.since - lastAnswer) : undefined).toBeLessThan(
    12_000,
  );
  expect(node(s, 3).pools).toHaveProperty("stale");
  expect(states(s, 3)).toEqual([null, null, null]);
  expect(s.view().problems[0]).toMatchObject({ kind: "frozen", nodes: ["10.0.0.3"] });
  expect(clock.now() - (node(s, 1).lastLookAt ?? 0)).toBeLessThan(11_000);
  frozen.cql = "answers";
  frozen.process = "S";
  await clock.advance(25_000);
  expect(node(s, 3).reach.cql.state).toBe("connected");
  expect(node(s, 3).pools).not.toHaveProperty("stale");
});

test("without SSH a standing heartbeat is told as down by its source, after the time that detection takes", async () => {
  const { ring, session: s } = open(3, { ssh: null });
  await clock.advance(12_000);
  expect(node(s, 1).memory).toEqual({ unknown: "needs SSH, and this profile has no SSH" });
  ring.node(3).cql = "refused";
  ring.cut(ring.node(3), "cql");
  await clock.advance(15_000);
  expect(states(s, 1)).toEqual(["UN", "UN", "UN"]);
  await clock.advance(30_000);
  expect(states(s, 1)).toEqual(["UN", "UN", "DN"]);
  expect(s.view().matrix[node(s, 1).key]?.[node(s, 3).key]).toMatchObject({
    source: "gossip heartbeats",
  });
  expect(node(s, 3).state).toMatchObject({ value: "DN" });
});

test("log lines give the change of mind at the node's own time, corrected by its clock", async () => {
  const { ring, session: s } = open(3, {}, (r) => {
    r.node(1).clockOffsetMs = 3_600_000;
  });
  await clock.advance(12_000);
  s.setBeat(1_000);
  const downAt = clock.now() + 300;
  ring
    .node(1)
    .logLines.push(
      ...Array.from({ length: 25 }, () => gossipLine(downAt + 3_600_000, "10.0.0.3", "DOWN")),
    );
  await clock.advance(1_500);
  const [seen, ...more] = s.transitions(0).filter((each) => each.observedAddress === "10.0.0.3");
  expect(more).toEqual([]);
  expect(seen).toMatchObject({ observerAddress: "10.0.0.1", state: "down", source: "system.log" });
  expect(Math.abs((seen?.at ?? 0) - downAt)).toBeLessThanOrEqual(seen?.uncertaintyMs ?? -1);
  expect(seen?.uncertaintyMs).toBeLessThan(20);
  expect(states(s, 1)).toEqual(["UN", "UN", "DN"]);
  expect(node(s, 3).state).toMatchObject({
    unknown: expect.stringMatching(/views differ: DN to 10\.0\.0\.1, UN to/),
  });
  expect(s.view().problems[0]).toMatchObject({ kind: "views differ", nodes: ["10.0.0.3"] });
});

test("a log that contradicts the heartbeats is settled by one nodetool read", async () => {
  const { ring, session: s } = open(3);
  await clock.advance(12_000);
  s.setBeat(1_000);
  ring.node(1).logLines.push(gossipLine(clock.now(), "10.0.0.3", "DOWN"));
  await clock.advance(3_000);
  expect(states(s, 1)).toEqual(["UN", "UN", "DN"]);
  await clock.advance(25_000);
  expect(states(s, 1)).toEqual(["UN", "UN", "UN"]);
  expect(s.view().matrix[node(s, 1).key]?.[node(s, 3).key]).toMatchObject({
    source: "nodetool status",
  });
});

test("one broken part of the host script costs only its own figure", async () => {
  const { session: s } = open(1, {}, (ring) => {
    ring.node(1).brokenParts.add("meminfo").add("df");
  });
  await clock.advance(12_000);
  expect(node(s, 1).memory).toEqual({ unknown: "cat: broken" });
  expect(node(s, 1).disks).toHaveProperty("unknown");
  expect(node(s, 1).loadAverage).toMatchObject({ value: { one: 0.5 } });
  expect(node(s, 1).cpu).toHaveProperty("value");
  expect(node(s, 1).hints).toMatchObject({ value: { files: 0, bytes: 0 } });
});

test("next waits for something newer than what the caller has, and no longer than the caller wants", async () => {
  const { session: s } = open(1, { ssh: null });
  await clock.advance(12_000);
  const { seq } = s.view();
  const newer = s.next(seq);
  await clock.advance(10_500);
  expect((await newer).seq).toBeGreaterThan(seq);
  const impatience = new AbortController();
  const given = s.next(s.view().seq, impatience.signal);
  impatience.abort();
  await clock.advance(0);
  expect((await given).seq).toBe(s.view().seq);
});

test("rows of the store lie on round instants and hold null for what is stale", async () => {
  const { ring, store } = open(2);
  await clock.advance(35_000);
  expect(store.samples.map((sample) => sample.at % 10_000)).toEqual(store.samples.map(() => 0));
  expect(store.samples.at(-1)?.rows.map((row) => row.address)).toEqual(["10.0.0.1", "10.0.0.2"]);
  const cpu = () => store.samples.at(-1)?.rows[1]?.values[3];
  expect(cpu()).toBeCloseTo(0.5, 6);
  ring.node(2).ssh = "refused";
  ring.cut(ring.node(2), "ssh");
  await clock.advance(30_000);
  expect(cpu()).toBeNull();
  expect(store.looks.get("fake")?.text).toMatch(/up and normal/);
});

test("a look that was asked for ends when every node was looked at, slow read included", async () => {
  const { ring, session: s } = open(2);
  await clock.advance(40_000);
  const before = node(s, 2).pendingCompactions;
  ring
    .node(2)
    .tools.set(
      "compactionstats",
      "concurrent compactors            2\npending tasks                    9\n",
    );
  let done = false;
  void s.lookNow().then(() => (done = true));
  await clock.advance(3_000);
  expect(done).toBe(true);
  expect(before).toMatchObject({ value: 5 });
  expect(node(s, 2).pendingCompactions).toMatchObject({ value: 9 });
});

test("raw texts can be found by the key in a figure's source", async () => {
  const { session: s } = open(1);
  await clock.advance(12_000);
  const { memory } = node(s, 1);
  const key = "source" in memory ? memory.source.raw : undefined;
  expect(s.raw(key ?? "")?.text).toContain("MemAvailable: 4000000 kB");
  expect(s.raws(node(s, 1).key).map((raw) => raw.what)).toContain("nodetool status");
});
