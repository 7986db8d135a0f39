import { expect, test } from "vitest";
import { allUp, at, fact, someView, withNode } from "../../test/fixtures/core/some-view.ts";
import type { FailureDetail } from "../facts/failure.ts";
import { unknown } from "../facts/fact.ts";
import { problemsOf } from "./problems.ts";
import { seenUpOrDown } from "./problems-views.ts";

const kinds = (...args: Parameters<typeof problemsOf>) =>
  problemsOf(...args).map(({ kind, nodes }) => [kind, ...nodes]);
const failure = (kind: FailureDetail["kind"]): FailureDetail => ({
  hop: "tcp",
  kind,
  node: "10.0.0.3",
  message: "Nothing listens on 10.0.0.3:9042.",
  next: "Start Cassandra.",
});

test("a healthy cluster has no problem", () => {
  expect(problemsOf(someView(allUp))).toEqual([]);
});

test("a node that is down in every view is critical, and that it does not answer is only a remark then", () => {
  const seen = someView([
    ["UN", "UN", "DN"],
    ["UN", "UN", "DN"],
    [null, null, null],
  ]);
  const cql = { state: "failed", since: at, failure: failure("connection refused") } as const;
  const view = withNode(seen, 3, {
    state: fact("DN"),
    stateSince: 77,
    reach: { cql, ssh: { state: "not set up", why: "" } },
  });
  expect(problemsOf(view)).toEqual([
    {
      kind: "node down",
      severity: "critical",
      nodes: ["10.0.0.3"],
      text: "10.0.0.3 is down in every view.",
      since: 77,
    },
    {
      kind: "cql failed",
      severity: "info",
      nodes: ["10.0.0.3"],
      text: "10.0.0.3: CQL fails at tcp. Nothing listens on 10.0.0.3:9042. Start Cassandra.",
      since: at,
    },
  ]);
});

test("a changed host key is critical, any other failed hop of a node that is up a warning", () => {
  const view = someView(allUp);
  const ssh = (kind: FailureDetail["kind"]) => ({
    reach: {
      cql: { state: "connected", since: at },
      ssh: { state: "failed", since: at, failure: failure(kind) },
    } as const,
  });
  expect(problemsOf(withNode(view, 3, ssh("host key changed")))[0]?.severity).toBe("critical");
  expect(problemsOf(withNode(view, 3, ssh("authentication refused")))[0]?.severity).toBe("warning");
});

test("views that differ are named by their kind", () => {
  const view = someView([
    ["UN", "UN", "DN"],
    ["UN", "UN", "DN"],
    ["DN", "DN", "UN"],
  ]);
  const [found] = problemsOf(withNode(view, 3, { state: unknown("views differ") }));
  expect(found).toMatchObject({ kind: "views differ", severity: "critical" });
  expect(found?.text).toMatch(
    /^Views differ \(partition\): .*10\.0\.0\.1, 10\.0\.0\.2 \| 10\.0\.0\.3/,
  );
});

test("a node that went down and up three times in minutes is flapping, once is not", () => {
  const events = [1, 2, 3].map((n) => ({
    at: at - n * 10_000,
    node: "10.0.0.1",
    kind: seenUpOrDown,
    text: `10.0.0.1 holds 10.0.0.3 for ${n % 2 === 0 ? "up" : "down"}.`,
  }));
  expect(problemsOf({ ...someView(allUp), events })[0]).toMatchObject({
    kind: "views differ",
    severity: "warning",
    nodes: ["10.0.0.3"],
  });
  expect(problemsOf({ ...someView(allUp), events: events.slice(0, 2) })).toEqual([]);
});

test("a disk is nearly full below a fifth and critical below a tenth, by what a user may still write", () => {
  const disk = (usedBytes: number, availableBytes: number) => ({
    disks: fact([
      {
        holds: ["data", "commit log"],
        path: "/d",
        device: "sda",
        mount: "/d",
        sizeBytes: 1_000,
        usedBytes,
        availableBytes,
      },
    ]),
  });
  const view = someView(allUp);
  expect(kinds(withNode(view, 2, disk(800, 200)))).toEqual([]);
  expect(problemsOf(withNode(view, 2, disk(801, 150)))[0]).toMatchObject({
    severity: "warning",
    text: expect.stringMatching(/15\.8 % free on \/d \(sda; data, commit log\)/),
  });
  expect(problemsOf(withNode(view, 2, disk(910, 90)))[0]?.severity).toBe("critical");
});

test("clocks count as apart only beyond what the measurement could be wrong", () => {
  const view = someView(allUp);
  const offset = (offsetMs: number, uncertaintyMs: number) => ({
    clockOffset: fact({ offsetMs, uncertaintyMs }),
  });
  expect(kinds(withNode(view, 2, offset(900, 500)))).toEqual([]);
  expect(kinds(withNode(view, 2, offset(900, 10)))).toEqual([
    ["clock offset", "10.0.0.1", "10.0.0.2"],
  ]);
});

test("two schema versions are a problem of the nodes that have the rarer one", () => {
  const schema = fact({
    agreed: false,
    versions: [
      { version: "aaaaaaaaaa", nodes: ["10.0.0.1", "10.0.0.3"] },
      { version: "bbbbbbbbbb", nodes: ["10.0.0.2"] },
    ],
  });
  expect(kinds({ ...someView(allUp), schema })).toEqual([["schema disagreement", "10.0.0.2"]]);
});

test("an ownership by nodetool that fits no keyspace is a problem, one that fits any is none", () => {
  const view = someView(allUp);
  const owns = (share: number) => ({
    toolOwns: [
      { observer: "10.0.0.1", owns: new Map(view.nodes.map(({ address }) => [address, share])) },
    ],
  });
  expect(kinds(view, owns(0.667))).toEqual([]);
  expect(kinds(view, owns(0.5))).toEqual([["ownership differs", "10.0.0.1"]]);
});

test("ghosts, frozen processes and silent contact points are told, the most urgent first", () => {
  const view = {
    ...someView(allUp),
    ghosts: [{ address: "10.0.0.9", seenBy: ["10.0.0.1"], text: "10.0.0.9 is a ghost." }],
  };
  const hints = {
    frozen: [{ address: "10.0.0.2", since: 5 }],
    silentContacts: [{ contactPoint: "old-name", text: "does not resolve", since: 6 }],
  };
  expect(kinds(view, hints)).toEqual([
    ["frozen", "10.0.0.2"],
    ["contact point silent", "old-name"],
    ["ghost", "10.0.0.9"],
  ]);
});
