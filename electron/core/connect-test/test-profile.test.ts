import { afterEach, expect, test } from "vitest";
import {
  openFakeHost,
  profile,
  type FakeHostOptions,
} from "../../../test/fixtures/core/fake-host.ts";
import type { HopStep } from "../../../shared/contract/contract.ts";
import type { SshSession } from "../deps.ts";

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

async function stepsOf(steps: AsyncIterable<HopStep>): Promise<HopStep[]> {
  const all: HopStep[] = [];
  for await (const step of steps) all.push(step);
  return all;
}

test("the connection test tells every hop to every node, and a failing node does not end it", async () => {
  const { client, ring, clock } = open();
  ring.node(2).ssh = "refused";
  ring.node(3).cql = "refused";
  const told = client.profiles.test({ profile, secrets: {} }).then(stepsOf);
  await clock.advance(30_000);
  const steps = await told;
  const of = (address: string, state: HopStep["state"]) =>
    steps.filter((step) => step.node === address && step.state === state).map((step) => step.hop);
  expect(of("10.0.0.1", "ok")).toEqual([
    "commands",
    "cql connect",
    "cql login",
    "datacenter",
    "nodes found",
  ]);
  expect(of("10.0.0.1", "failed")).toEqual([]);
  expect(of("10.0.0.2", "failed")).toEqual(["tcp"]);
  expect(of("10.0.0.2", "ok")).toContain("nodes found");
  expect(steps.find((step) => step.node === "10.0.0.3" && step.state === "failed")).toMatchObject({
    hop: "tcp",
    failure: { kind: "connection refused" },
  });
  expect(steps.find((step) => step.hop === "nodes found")?.text).toBe(
    "3: 10.0.0.1, 10.0.0.2, 10.0.0.3",
  );
});

test("an unknown host key is shown as a step and as a question, and the answer lets the test go on", async () => {
  const { client, ring, clock } = open();
  const connect = ring.ssh.connect;
  Object.assign(ring.ssh, {
    connect: async (...args: Parameters<typeof connect>): Promise<SshSession> => {
      const [target, decide] = args;
      const asked = {
        host: target.host,
        port: 22,
        keyType: "ssh-ed25519",
        fingerprint: "SHA256:x",
      };
      if (!(await decide(asked))) throw new Error("refused by the user");
      return connect(...args);
    },
  });
  const told = client.profiles
    .test({ profile: { ...profile, contactPoints: ["10.0.0.1"] }, secrets: {} })
    .then(stepsOf);
  await clock.advance(100);
  const { asks } = await client.hostKeys.next({ after: 0 });
  expect(asks).toMatchObject([{ host: "10.0.0.1", fingerprint: "SHA256:x" }]);
  expect(await client.hostKeys.answer({ id: asks[0]?.id ?? "", accept: true })).toEqual({
    answered: true,
  });
  await clock.advance(1_000);
  for (const ask of (await client.hostKeys.next({ after: 0 })).asks) {
    await client.hostKeys.answer({ id: ask.id, accept: false });
  }
  await clock.advance(30_000);
  const steps = await told;
  expect(steps.filter((step) => step.state === "asking").map((step) => step.node)).toEqual([
    "10.0.0.1",
    "10.0.0.2",
    "10.0.0.3",
  ]);
  expect(steps.find((step) => step.node === "10.0.0.2" && step.state === "failed")?.text).toMatch(
    /refused by the user/,
  );
});
