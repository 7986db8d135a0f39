import { readFile, writeFile } from "node:fs/promises";
import ssh2 from "ssh2";
import { expect, test } from "vitest";
import { failureOf, no, sshBench, yes } from "../../../test/fixtures/ssh/ssh-bench.ts";
import { newKey } from "../../../test/fixtures/ssh/ssh-server.ts";
import { knownHostsLine } from "../../../shared/parse/config/known-hosts-lookup.ts";
import { createSsh } from "./ssh.ts";

const bench = sshBench();
const brief = { timeoutMs: 10_000 };

test("a node behind two jump hosts is reached, and each one's key is checked", async () => {
  const [first, second, node] = [await bench.server(), await bench.server(), await bench.server()];
  const asked: number[] = [];
  const hops: string[] = [];
  const session = await bench.session(
    bench.target(node.port, { jump: [bench.target(first.port), bench.target(second.port)] }),
    ({ port }) => {
      asked.push(port);
      return Promise.resolve(true);
    },
    hops,
  );
  expect(asked).toEqual([first.port, second.port, node.port]);
  expect(hops).toEqual(["jump host", "jump host", "tcp", "host key", "ssh login"]);
  // Twice each: the connection on which the key was seen first, and the one after the answer.
  expect(new Set(first.forwarded)).toEqual(new Set([`127.0.0.1:${second.port}`]));
  expect(new Set(second.forwarded)).toEqual(new Set([`127.0.0.1:${node.port}`]));
  expect(await session.exec("echo there", brief)).toMatchObject({ stdout: "there\n" });
  expect(node.commands).toHaveLength(2);
  expect(first.commands).toEqual([]);
});

test("a jump host with a changed key is refused before anything goes through it", async () => {
  const [jump, node] = [await bench.server(), await bench.server()];
  const other = ssh2.utils.parseKey(newKey().private);
  if (other instanceof Error) throw other;
  const line = knownHostsLine("127.0.0.1", jump.port, "ssh-ed25519", other.getPublicSSH());
  await writeFile(bench.knownHosts(), `${line}\n`);
  const failure = await failureOf(
    bench.session(bench.target(node.port, { jump: [bench.target(jump.port)] })),
  );
  expect(failure).toMatchObject({
    hop: "jump host",
    kind: "host key changed",
    node: `127.0.0.1:${jump.port}`,
  });
  expect(failure.message).toContain("the jump host");
  expect(jump.forwarded).toEqual([]);
});

test("the node's own key is checked behind the jump host", async () => {
  const [jump, node] = [await bench.server(), await bench.server()];
  const target = bench.target(node.port, { jump: [bench.target(jump.port)] });
  const failure = await failureOf(
    bench.session(target, ({ port }) => Promise.resolve(port === jump.port)),
  );
  expect(failure).toMatchObject({ hop: "host key", kind: "host key unknown" });
  expect(await readFile(bench.knownHosts(), "utf8")).not.toContain(String(node.port));
  expect(jump.logins()).toBe(1);
});

test("a jump host that refuses the login names itself", async () => {
  const [jump, node] = [await bench.server(), await bench.server()];
  const wrong = bench.target(jump.port, { auth: { kind: "password", password: "wrong" } });
  expect(await failureOf(bench.session(bench.target(node.port, { jump: [wrong] })))).toMatchObject({
    hop: "jump host",
    kind: "authentication refused",
    node: `127.0.0.1:${jump.port}`,
  });
});

test("a node that the jump host cannot reach is named with the jump host's words", async () => {
  const [jump, node] = [await bench.server(), await bench.server()];
  const target = bench.target(node.port, { jump: [bench.target(jump.port)] });
  const open = await bench.session(target);
  open.close();
  await node.close();
  node.close = () => Promise.resolve();
  expect(await failureOf(bench.session(target, no))).toMatchObject({
    hop: "jump host",
    node: `127.0.0.1:${node.port}`,
  });
});

test("a jump host that forwards nothing fails as such", async () => {
  const jump = await bench.server({ forwarding: false });
  const target = bench.target(22, { host: "10.0.0.1", jump: [bench.target(jump.port)] });
  const failure = await failureOf(bench.session(target));
  expect(failure).toMatchObject({ hop: "jump host", node: "10.0.0.1" });
});

test("when the jump host goes, the session ends with the jump host as the reason", async () => {
  const [jump, node] = [await bench.server(), await bench.server()];
  const session = await bench.session(bench.target(node.port, { jump: [bench.target(jump.port)] }));
  const work = failureOf(session.exec("sleep 60", { timeoutMs: 60_000 }));
  jump.cut();
  expect(await session.closed).toMatchObject({
    hop: "jump host",
    kind: "connection lost",
    node: `127.0.0.1:${jump.port}`,
  });
  expect(await work).toMatchObject({ hop: "jump host" });
});

test("a frozen node behind a jump host that lives is given up too", async () => {
  const [jump, node] = [await bench.server(), await bench.server()];
  const ssh = createSsh({ waits: { keepaliveMs: 50 } });
  const target = bench.target(node.port, { jump: [bench.target(jump.port)] });
  const session = await ssh.connect(target, yes);
  bench.own(session);
  node.freeze();
  expect(await session.closed).toMatchObject({
    hop: "tcp",
    kind: "no answer",
    node: `127.0.0.1:${node.port}`,
  });
});

test("many nodes behind one jump host are connected five at a time, and its key is asked about once", async () => {
  const jump = await bench.server();
  const node = await bench.server();
  const ssh = createSsh();
  let asked = 0;
  const decide = (): Promise<boolean> => {
    asked++;
    return Promise.resolve(true);
  };
  const target = bench.target(node.port, { jump: [bench.target(jump.port)] });
  const all = await Promise.all(Array.from({ length: 8 }, () => ssh.connect(target, decide)));
  for (const session of all) bench.own(session);
  expect(asked).toBe(2);
  expect(jump.mostHandshakes()).toBeLessThanOrEqual(5);
});
