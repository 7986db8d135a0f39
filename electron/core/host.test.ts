import { afterEach, expect, test } from "vitest";
import {
  errorOf,
  openFakeHost,
  profile,
  type FakeHostOptions,
} from "../../test/fixtures/core/fake-host.ts";

let opened: ReturnType<typeof openFakeHost> | undefined;
afterEach(async () => {
  const closing = opened?.host.close();
  await opened?.clock.advance(60_000);
  await closing;
});

function open(options: FakeHostOptions = {}) {
  opened = openFakeHost(options);
  return opened;
}

test("the list holds the practice cluster first, then the profiles, with what could not be read", async () => {
  const { client, store } = open();
  store.setLastLook("east", 5, "All is well.");
  const { rows, problems } = await client.profiles.list();
  expect(
    rows.map((row) => [row.profile.name, row.practice, row.open, row.unfinished, row.lastLook]),
  ).toEqual([
    ["practice", true, false, 0, null],
    ["east", false, false, 2, { at: 5, text: "All is well." }],
  ]);
  expect(problems).toEqual(["broken.json: half a file"]);
});

test("open, look, close: a session lives as long as it is open, and holds its lock meanwhile", async () => {
  const { client, locks, clock } = open();
  expect(await errorOf(client.cluster.next({ profile: "east", after: 0 }))).toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await client.cluster.open({ profile: "east" })).toEqual({ name: "east" });
  expect(await client.cluster.open({ profile: "east" })).toEqual({ name: "east" });
  expect(locks()).toBe(1);
  await clock.advance(12_000);
  const view = await client.cluster.next({ profile: "east", after: 0 });
  expect(view.nodes).toHaveLength(3);
  const [raw] = await client.cluster.raws({ profile: "east", node: view.nodes[0]?.key ?? "" });
  expect(await client.cluster.raw({ profile: "east", key: raw?.key ?? "" })).toEqual(raw);
  expect(await errorOf(client.cluster.raw({ profile: "east", key: "no such" }))).toMatchObject({
    code: "NOT_FOUND",
  });
  const closing = client.cluster.close({ profile: "east" });
  await clock.advance(10_000);
  expect(await closing).toEqual({ closed: true });
  expect(locks()).toBe(0);
});

test("a target without a profile is named, and cql:// reaches a cluster without one", async () => {
  const { client, clock } = open();
  expect(await errorOf(client.cluster.open({ profile: "west" }))).toMatchObject({
    code: "NOT_FOUND",
    data: { what: "west" },
    message: "There is no profile named west. Choose one of the list, or write cql://host:port.",
  });
  expect(await errorOf(client.cluster.open({ profile: "practice" }))).toMatchObject({
    code: "NOT_FOUND",
  });
  await client.cluster.open({ profile: "cql://10.0.0.2:9042" });
  await clock.advance(12_000);
  const view = await client.cluster.next({ profile: "cql://10.0.0.2:9042", after: 0 });
  expect(view.nodes).toHaveLength(3);
  expect(view.target.environment).toBeNull();
  expect(view.nodes[0]?.reach.ssh).toMatchObject({ state: "not set up" });
});

test("a password that is needed is asked for, and one from the keychain is taken", async () => {
  const locked = { ...profile, cql: { ...profile.cql, user: "ops" } };
  const { client, kept } = open({ profiles: [locked], canKeep: true });
  expect(await errorOf(client.cluster.open({ profile: "east" }))).toMatchObject({
    code: "NEEDS_SECRET",
    data: { which: "cqlPassword", question: "CQL password of ops for east" },
  });
  await client.profiles.keepSecrets({ name: "east", secrets: { cqlPassword: "p" } });
  expect(kept.get("east")).toEqual({ cqlPassword: "p" });
  expect(await client.cluster.open({ profile: "east" })).toEqual({ name: "east" });
});

test("a profile that another process collects is refused with who it is", async () => {
  const { client } = open({
    heldBy: "Another Ringdrill (process 7) is connected to east already.",
  });
  expect(await errorOf(client.cluster.open({ profile: "east" }))).toMatchObject({
    code: "REFUSED",
    data: { reasons: ["Another Ringdrill (process 7) is connected to east already."] },
  });
});

test("a session is not closed under a running drill", async () => {
  const { client } = open({ busy: "Run x is not closed yet." });
  await client.cluster.open({ profile: "east" });
  expect(await errorOf(client.cluster.close({ profile: "east" }))).toMatchObject({
    code: "REFUSED",
  });
  expect(await errorOf(client.practice.reset())).toMatchObject({ code: "REFUSED" });
});

test("saving refuses the practice cluster's name and a name that is taken, and renames otherwise", async () => {
  const { client, saved, store } = open();
  expect(
    await errorOf(client.profiles.save({ profile: { ...profile, name: "practice" } })),
  ).toMatchObject({ code: "BAD_INPUT" });
  expect(await errorOf(client.profiles.save({ profile }))).toMatchObject({ code: "BAD_INPUT" });
  await client.profiles.save({ profile: { ...profile, name: "west" }, replaces: "east" });
  expect([...saved.keys()]).toEqual(["west"]);
  expect(await client.profiles.remove({ name: "west" })).toEqual({ removed: true });
  expect(store.forgotten).toEqual(["west"]);
});

test("secrets are refused where there is no keychain", async () => {
  const { client } = open();
  expect(await errorOf(client.profiles.keepSecrets({ name: "east", secrets: {} }))).toMatchObject({
    code: "UNAVAILABLE",
  });
});

test("progress of the practice cluster comes as it happens, and its failure is one sentence", async () => {
  const { client } = open({
    practice: {
      up: (_, onProgress) => {
        onProgress({ doing: "fetching jars", done: 1, of: 5, remainingMs: null });
        return Promise.reject(new Error("Port 9042 is taken. Stop the other cluster."));
      },
    },
  });
  const seen: string[] = [];
  const failed = errorOf(
    (async () => {
      for await (const step of await client.practice.up({})) seen.push(step.doing);
    })(),
  );
  expect(await failed).toMatchObject({
    code: "UNAVAILABLE",
    message: "Port 9042 is taken. Stop the other cluster.",
  });
  expect(seen).toEqual(["fetching jars"]);
});

test("leaving the stream of a start early ends the start", async () => {
  let aborted = false;
  const { client } = open({
    practice: {
      up: (_, onProgress, signal) =>
        new Promise((resolve) => {
          onProgress({ doing: "starting", done: 0, of: 1, remainingMs: 1 });
          signal?.addEventListener("abort", () => {
            aborted = true;
            resolve();
          });
        }),
    },
  });
  for await (const step of await client.practice.up({})) {
    expect(step.doing).toBe("starting");
    break;
  }
  expect(aborted).toBe(true);
});

test("a time span that ends before it begins is refused", async () => {
  const { client } = open();
  await client.cluster.open({ profile: "east" });
  const call = client.cluster.series({ profile: "east", fromMs: 2, toMs: 1, points: 10 });
  expect(await errorOf(call)).toMatchObject({ code: "BAD_INPUT" });
});
