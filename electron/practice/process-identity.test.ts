import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import {
  identityOf,
  isAlive,
  parsePidFile,
  parseStat,
  pidFileText,
  signalProcess,
  type ProcessIdentity,
} from "./process-identity.ts";

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

function sleeper(): { readonly child: ChildProcess; readonly identity: ProcessIdentity } {
  const child = spawn("sleep", ["60"]);
  started.push(child);
  const identity = identityOf(child.pid ?? 0);
  if (identity === undefined) throw new Error("the sleeper did not start");
  return { child, identity };
}

test("a stat line is read after the last parenthesis, because a command may be named anything", () => {
  const line =
    "4242 (a) S 1 (b) R 17 4242 4240 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 37 0 987654 1000 200 18446744073709551615\n";
  expect(parseStat(line)).toEqual({
    state: "R",
    parent: 17,
    group: 4242,
    session: 4240,
    threads: 37,
    startTicks: "987654",
  });
  expect(parseStat("4242 (cut")).toBeUndefined();
  expect(parseStat("4242 (cut) S 1 2")).toBeUndefined();
});

test("a process is alive until it ends, and its number under another start time never is", async () => {
  const { child, identity } = sleeper();
  expect(isAlive(identity)).toBe(true);
  expect(isAlive({ ...identity, startTicks: String(Number(identity.startTicks) - 1) })).toBe(false);
  expect(isAlive({ ...identity, bootId: "00000000-0000-0000-0000-000000000000" })).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isAlive(identity)).toBe(false);
});

test("a frozen process is alive", () => {
  const { identity } = sleeper();
  signalProcess(identity, "SIGSTOP");
  expect(isAlive(identity)).toBe(true);
});

test("no signal goes to a process that only has the same number", () => {
  const { child, identity } = sleeper();
  expect(signalProcess({ ...identity, startTicks: "1" }, "SIGKILL")).toBe(false);
  expect(child.signalCode).toBeNull();
  expect(isAlive(identity)).toBe(true);
});

test("a pid file is read back as it was written, and a cut one is no identity", () => {
  const { identity } = sleeper();
  const text = pidFileText(identity);
  expect(parsePidFile(text)).toEqual(identity);
  for (let length = 0; length < text.length - 1; length++) {
    expect(parsePidFile(text.slice(0, length))).toBeUndefined();
  }
});
