import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  newKey,
  startServer,
  type ServerKnobs,
  type TestServer,
} from "../../../test/fixtures/ssh/ssh-server.ts";
import { Failure, type FailureDetail } from "../../../shared/facts/failure.ts";
import type { SshSession, SshTarget } from "../../core/deps.ts";
import { createSsh } from "./ssh.ts";

let folder: string;
const started: { close(): unknown }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ssh-test-"));
});
afterEach(async () => {
  for (const one of started.splice(0).toReversed()) await one.close();
  await rm(folder, { recursive: true });
});

async function server(knobs?: ServerKnobs): Promise<TestServer> {
  const one = await startServer(knobs);
  started.push(one);
  return one;
}

function target(port: number, more: Partial<SshTarget> = {}): SshTarget {
  return {
    host: "127.0.0.1",
    port,
    user: "ops",
    auth: { kind: "password", password: "right" },
    jump: [],
    knownHosts: [join(folder, "known_hosts")],
    ...more,
  };
}

const yes = async (): Promise<boolean> => true;
const no = async (): Promise<boolean> => false;

async function session(to: SshTarget, decide = yes, hops: string[] = []): Promise<SshSession> {
  const one = await createSsh().connect(to, decide, (hop) => hops.push(hop));
  started.push(one);
  return one;
}

async function failureOf(work: Promise<unknown>): Promise<FailureDetail> {
  const error: unknown = await work.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  if (error instanceof Failure) return error.detail;
  throw error;
}

test("a script runs with its arguments, a file is written", async () => {
  const s = await server();
  const hops: string[] = [];
  const one = await session(target(s.port), yes, hops);
  expect(hops).toEqual(["dns", "tcp", "host key", "ssh login"]);
  const result = await one.exec('printf "%s|" "$@"; echo e >&2; exit 3', {
    timeoutMs: 5000,
    args: ["a b", "c'd", ""],
  });
  expect(result).toMatchObject({ stdout: "a b|c'd||", stderr: "e\n", code: 3, truncated: false });
  await one.writeFile(join(folder, "f"), "x\ny", 0o640);
  expect(await readFile(join(folder, "f"), "utf8")).toBe("x\ny");
  expect((await stat(join(folder, "f"))).mode & 0o777).toBe(0o640);
});
