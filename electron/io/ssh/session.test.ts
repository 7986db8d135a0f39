import { readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failureOf, sshBench, yes } from "../../../test/fixtures/ssh/ssh-bench.ts";
import { createSsh } from "./ssh.ts";

const bench = sshBench();
const brief = { timeoutMs: 10_000 };

test("a script gets its arguments as they are, and its output, error text and code come back apart", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const args = ["a b", "c'd", "", "-n", "$HOME", "x\ny", "ü🔑", "*"];
  const result = await session.exec('printf "%s|" "$@"; echo bad >&2; exit 3', { ...brief, args });
  expect(result).toMatchObject({
    stdout: `${args.join("|")}|`,
    stderr: "bad\n",
    code: 3,
    signal: undefined,
    truncated: false,
  });
  expect(result.tookMs).toBeGreaterThan(0);
});

test("the command line holds nothing but timeout and sh: script and arguments travel on stdin", async () => {
  const server = await bench.server();
  const session = await bench.session(bench.target(server.port));
  await session.exec("echo $1", { timeoutMs: 2500, args: ["secret"] });
  expect(server.commands).toEqual(["sh -s", "timeout -k 5 3 sh -s"]);
});

test("a command of the script that reads stdin does not eat the rest of the script", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const { stdout } = await session.exec("cat; echo after", brief);
  expect(stdout).toBe("after\n");
});

test("what the login shell prints before the script is no output of the script", async () => {
  const greeting = "echo Welcome to node 1; echo 'perl: warning' >&2;";
  const { port } = await bench.server({ shell: ["/bin/sh", "-c", `${greeting} eval "$0"`] });
  const session = await bench.session(bench.target(port));
  const result = await session.exec("echo one; echo two >&2", brief);
  expect(result).toMatchObject({ stdout: "one\n", stderr: "two\n" });
});

test("a script that a signal ends says which", async () => {
  const PATH = await pathWith({ sh: "/bin/sh" });
  const { port } = await bench.server({ env: { PATH }, shell: ["/bin/sh", "-c", "exec $0"] });
  const session = await bench.session(bench.target(port));
  const result = await session.exec("kill -9 $$", brief);
  expect(result).toMatchObject({ code: null, signal: "SIGKILL" });
});

test("a node without sh on the PATH is told apart from a script that fails", async () => {
  const { port } = await bench.server({ env: { PATH: "/nowhere" } });
  const session = await bench.session(bench.target(port));
  expect(await failureOf(session.exec("exit 1", brief))).toMatchObject({
    hop: "command",
    kind: "command missing",
  });
});

test("an account without a shell is told apart from a script that fails", async () => {
  const { port } = await bench.server({
    shell: ["/bin/sh", "-c", "echo This account is currently not available.; exit 1"],
  });
  const session = await bench.session(bench.target(port));
  expect(await failureOf(session.exec("exit 1", brief))).toMatchObject({
    hop: "command",
    kind: "not permitted",
    said: "This account is currently not available.",
  });
});

test("a script over its time is ended on the node and is a time-out with what it had said", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const pidFile = join(bench.folder(), "pid");
  const failure = await failureOf(
    session.exec(`echo $$ > "$1"; echo half >&2; sleep 60`, { timeoutMs: 700, args: [pidFile] }),
  );
  expect(failure).toMatchObject({
    hop: "command",
    kind: "time-out",
    node: `127.0.0.1:${port}`,
    said: "half",
    command: `echo $$ > "$1"; echo half >&2; sleep 60`,
  });
  const pid = Number(await readFile(pidFile, "utf8"));
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("a script that itself ends with 124 in good time is no time-out", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  expect(await session.exec("exit 124", brief)).toMatchObject({ code: 124 });
});

test("a process in the background that holds the output is named as the reason", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const failure = await failureOf(session.exec("setsid sleep 4 & exit 0", { timeoutMs: 500 }));
  expect(failure).toMatchObject({ hop: "command", kind: "time-out" });
  expect(failure.message).toContain("something that it started still held its output");
  expect(
    await session.exec("setsid sleep 4 >/dev/null 2>&1 & exit 0", { timeoutMs: 3000 }),
  ).toMatchObject({ code: 0 });
});

/** A PATH with only these commands on it, so that a node without `timeout` can be played. */
async function pathWith(commands: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(commands)) {
    const path = join(bench.folder(), name);
    if (text.startsWith("/")) await symlink(text, path);
    else await writeFile(path, text, { mode: 0o755 });
  }
  return bench.folder();
}

test("on a node without timeout the channel is closed from here", async () => {
  const PATH = await pathWith({ sh: "/bin/sh", sleep: "/bin/sleep" });
  const server = await bench.server({ env: { PATH } });
  const session = await bench.session(bench.target(server.port));
  expect(await session.exec("echo fine", brief)).toMatchObject({ stdout: "fine\n", code: 0 });
  expect(await failureOf(session.exec("sleep 60", { timeoutMs: 200 }))).toMatchObject({
    hop: "command",
    kind: "time-out",
  });
  expect(new Set(server.commands)).toEqual(new Set(["sh -s"]));
});

test("BusyBox's timeout, old and new, is used as it wants to be", async () => {
  const old = `#!/bin/sh\n[ "$1" = -t ] || exit 1\nshift 2\nexec "$@"\n`;
  const newer = `#!/bin/sh\ncase $1 in -*) exit 1;; esac\nshift\nexec "$@"\n`;
  for (const [text, line] of [
    [old, "timeout -t 10 sh -s"],
    [newer, "timeout 10 sh -s"],
  ] as const) {
    const PATH = await pathWith({ timeout: text, ...(text === old ? { sh: "/bin/sh" } : {}) });
    const server = await bench.server({ env: { PATH } });
    const session = await bench.session(bench.target(server.port));
    expect(await session.exec("echo fine", brief)).toMatchObject({ stdout: "fine\n" });
    expect(server.commands.at(-1)).toBe(line);
  }
});

test("output beyond the cap is dropped, said, and never cuts a character in two", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const result = await session.exec("i=0; while [ $i -lt 100 ]; do printf é; i=$((i+1)); done", {
    ...brief,
    maxBytes: 33,
  });
  expect(result).toMatchObject({ stdout: "é".repeat(16), truncated: true, code: 0 });
  const exact = await session.exec("printf éé", { ...brief, maxBytes: 4 });
  expect(exact).toMatchObject({ stdout: "éé", truncated: false });
});

test("a script that prints without end is cut off long before its time", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const failure = await failureOf(session.exec("yes", { timeoutMs: 60_000, maxBytes: 1000 }));
  expect(failure).toMatchObject({ hop: "command", kind: "partial output" });
});

test("large output and large error text both arrive whole", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const script = "head -c 3000000 /dev/zero | tr '\\0' x; head -c 60000 /dev/zero | tr '\\0' y >&2";
  const result = await session.exec(script, { ...brief, maxBytes: 4_000_000 });
  expect([result.stdout.length, result.stderr.length]).toEqual([3_000_000, 60_000]);
  expect(result.truncated).toBe(false);
});

test("of many commands only four are open at a time, and all of them get their turn", async () => {
  const server = await bench.server();
  const session = await bench.session(bench.target(server.port));
  const all = Array.from({ length: 12 }, (_, i) => session.exec(`sleep 0.05; echo ${i}`, brief));
  const outputs = (await Promise.all(all)).map((result) => result.stdout.trim());
  expect(outputs).toEqual(Array.from({ length: 12 }, (_, i) => String(i)));
  expect(server.mostChannels()).toBe(4);
});

test("a command that waits too long for its turn fails with a sentence", async () => {
  const server = await bench.server();
  const ssh = createSsh({ waits: { queueMs: 100 } });
  const session = await ssh.connect(bench.target(server.port), yes);
  bench.own(session);
  const stop = new AbortController();
  const hung = Array.from({ length: 4 }, () =>
    failureOf(session.exec("sleep 60", { timeoutMs: 20_000, signal: stop.signal })),
  );
  await expect.poll(server.mostChannels).toBe(4);
  const failure = await failureOf(session.exec("echo next", { timeoutMs: 100 }));
  expect(failure).toMatchObject({ hop: "ssh channel", kind: "time-out" });
  expect(failure.message).toContain("4 commands are still running");
  stop.abort();
  expect((await Promise.all(hung)).map(({ kind }) => kind)).toEqual(Array(4).fill("cancelled"));
});

test("a refused channel is a failure of its own, and the session goes on", async () => {
  const { port } = await bench.server({ maxSessions: 2 });
  const session = await bench.session(bench.target(port));
  await session.exec(":", brief);
  const all = await Promise.allSettled(
    Array.from({ length: 4 }, () => session.exec("sleep 0.2", brief)),
  );
  const reasons = all.flatMap((one) => (one.status === "rejected" ? [one.reason.detail] : []));
  expect(reasons.map(({ hop, kind }) => `${hop}: ${kind}`)).toEqual(
    Array(2).fill("ssh channel: channel refused"),
  );
  expect(await session.exec("echo on", brief)).toMatchObject({ stdout: "on\n" });
});

test("a server that runs no commands is named so", async () => {
  const { port } = await bench.server({ refuseExec: true });
  const session = await bench.session(bench.target(port));
  expect(await failureOf(session.exec(":", brief))).toMatchObject({
    hop: "ssh channel",
    kind: "channel refused",
  });
});

test("a connection that is cut in the middle of a command fails the command and those in line at once", async () => {
  const server = await bench.server();
  const session = await bench.session(bench.target(server.port));
  await session.exec(":", brief);
  const started = join(bench.folder(), "started");
  const work = Array.from({ length: 6 }, () =>
    failureOf(session.exec(`touch "$1"; sleep 60`, { timeoutMs: 60_000, args: [started] })),
  );
  await expect.poll(() => stat(started).catch(() => undefined)).toBeDefined();
  server.cut();
  for (const failure of await Promise.all(work)) {
    expect(failure).toMatchObject({ hop: "tcp", kind: "connection lost" });
  }
  expect(await session.closed).toMatchObject({ hop: "tcp", kind: "connection lost" });
  expect(await failureOf(session.exec(":", brief))).toMatchObject({ kind: "connection lost" });
});

test("a peer that no longer answers is given up after three probes", async () => {
  const server = await bench.server();
  const waits = { keepaliveMs: 50 };
  const session = await createSsh({ waits }).connect(bench.target(server.port), yes);
  bench.own(session);
  await session.exec(":", brief);
  server.freeze();
  const work = failureOf(session.exec("echo never", { timeoutMs: 60_000 }));
  expect(await session.closed).toMatchObject({ hop: "tcp", kind: "no answer" });
  expect(await work).toMatchObject({ hop: "tcp", kind: "no answer", command: "echo never" });
});

test("closing ends what runs and says so", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const work = failureOf(session.exec("sleep 60", { timeoutMs: 60_000 }));
  session.close();
  session.close();
  expect(await session.closed).toMatchObject({ kind: "cancelled" });
  expect(await work).toMatchObject({ kind: "cancelled" });
});

test("a cancelled command answers at once, one in line and one not yet begun too", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const stop = new AbortController();
  const work = Array.from({ length: 6 }, () =>
    failureOf(session.exec("sleep 60", { timeoutMs: 60_000, signal: stop.signal })),
  );
  stop.abort();
  for (const failure of await Promise.all(work)) {
    expect(failure).toMatchObject({ hop: "command", kind: "cancelled" });
  }
  const late = session.exec(":", { ...brief, signal: stop.signal });
  expect(await failureOf(late)).toMatchObject({ kind: "cancelled" });
});

test("a shell that got only a part of the script runs none of it", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const touched = join(bench.folder(), "touched");
  const result = await session.exec('touch "$1"\nif true; then', { ...brief, args: [touched] });
  expect(result.code).not.toBe(0);
  await expect(stat(touched)).rejects.toThrow("ENOENT");
});

test("a script or an argument with NUL is refused and costs no channel", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  for (let i = 0; i < 5; i++) {
    await expect(session.exec("echo \0", brief)).rejects.toThrow(RangeError);
    await expect(session.exec(":", { ...brief, args: ["\0"] })).rejects.toThrow(RangeError);
  }
  expect(await session.exec("echo on", brief)).toMatchObject({ stdout: "on\n" });
});
