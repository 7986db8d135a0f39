import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ssh2 from "ssh2";
import { expect, test } from "vitest";
import { knownHostsLine } from "../../../shared/parse/config/known-hosts-lookup.ts";
import { sshFingerprint } from "../../../shared/parse/config/known-hosts-key.ts";
import { failureOf, no, sshBench, yes } from "../../../test/fixtures/ssh/ssh-bench.ts";
import { newKey } from "../../../test/fixtures/ssh/ssh-server.ts";
import type { HostKeyQuestion } from "../../core/deps.ts";
import { createSsh } from "./ssh.ts";

const bench = sshBench();

/** A host key with its line for known_hosts and its fingerprint. */
function hostKey(): { pem: string; wire: Buffer; fingerprint: string } {
  const pem = newKey().private;
  const parsed = ssh2.utils.parseKey(pem);
  if (parsed instanceof Error) throw parsed;
  const wire = parsed.getPublicSSH();
  return { pem, wire, fingerprint: sshFingerprint(wire) };
}

function line(port: number, wire: Uint8Array, salt?: Uint8Array): string {
  return `${knownHostsLine("127.0.0.1", port, "ssh-ed25519", wire, salt)}\n`;
}

test("a key that the file holds is accepted without a question", async () => {
  const key = hostKey();
  const { port } = await bench.server({ hostKeys: [key.pem] });
  await writeFile(bench.knownHosts(), line(port, key.wire));
  const hops: string[] = [];
  await bench.session(bench.target(port), no, hops);
  expect(hops).toEqual(["dns", "tcp", "host key", "ssh login"]);
});

test("a key under a hashed name is accepted without a question", async () => {
  const key = hostKey();
  const { port } = await bench.server({ hostKeys: [key.pem] });
  await writeFile(bench.knownHosts(), line(port, key.wire, new Uint8Array(20).fill(9)));
  await bench.session(bench.target(port), no);
});

test("a key in the second file is known as well", async () => {
  const key = hostKey();
  const { port } = await bench.server({ hostKeys: [key.pem] });
  const second = join(bench.folder(), "second");
  await writeFile(second, line(port, key.wire));
  await bench.session(bench.target(port, { knownHosts: [bench.knownHosts(), second] }), no);
});

test("an unknown key is asked about once with its fingerprint, and written down in a file of mode 0600", async () => {
  const key = hostKey();
  const { port } = await bench.server({ hostKeys: [key.pem] });
  const file = join(bench.folder(), "new", "known_hosts");
  const questions: HostKeyQuestion[] = [];
  const target = bench.target(port, { knownHosts: [file] });
  const hops: string[] = [];
  await bench.session(
    target,
    async (question) => {
      questions.push(question);
      return true;
    },
    hops,
  );
  await bench.session(target, no);
  expect(questions).toEqual([
    { host: "127.0.0.1", port, keyType: "ssh-ed25519", fingerprint: key.fingerprint },
  ]);
  expect(hops).toEqual(["dns", "tcp", "host key", "ssh login"]);
  expect(await readFile(file, "utf8")).toBe(line(port, key.wire));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(bench.folder(), "new"))).mode & 0o777).toBe(0o700);
});

test("a line is appended behind what is there, also behind a line without an end", async () => {
  const key = hostKey();
  const { port } = await bench.server({ hostKeys: [key.pem] });
  const other = line(9, hostKey().wire).trimEnd();
  await writeFile(bench.knownHosts(), other);
  await bench.session(bench.target(port), yes);
  expect(await readFile(bench.knownHosts(), "utf8")).toBe(`${other}\n${line(port, key.wire)}`);
});

test("a file whose names are hashed gets a hashed name", async () => {
  const key = hostKey();
  const { port } = await bench.server({ hostKeys: [key.pem] });
  await writeFile(bench.knownHosts(), line(9, hostKey().wire, new Uint8Array(20).fill(1)));
  await bench.session(bench.target(port), yes);
  await bench.session(bench.target(port), no);
  expect(await readFile(bench.knownHosts(), "utf8")).not.toContain("127.0.0.1");
});

test("connections that wait for the same key share one question", async () => {
  const { port } = await bench.server();
  let asked = 0;
  const ssh = createSsh();
  const decide = async (): Promise<boolean> => ++asked === 1;
  const all = await Promise.all([1, 2, 3].map(() => ssh.connect(bench.target(port), decide)));
  for (const session of all) bench.own(session);
  expect(asked).toBe(1);
  expect((await readFile(bench.knownHosts(), "utf8")).split("\n")).toHaveLength(2);
});

test("an unknown key that is not accepted ends the connection before the password is sent", async () => {
  const key = hostKey();
  const server = await bench.server({
    hostKeys: [key.pem],
    auth: () => {
      throw new Error("a login was tried");
    },
  });
  const failure = await failureOf(bench.session(bench.target(server.port), no));
  expect(failure).toMatchObject({
    hop: "host key",
    kind: "host key unknown",
    node: `127.0.0.1:${server.port}`,
  });
  expect(failure.message).toContain(key.fingerprint);
  await expect(stat(bench.knownHosts())).rejects.toThrow("ENOENT");
});

test("a changed key is refused without a question, with both fingerprints and the place of the old one", async () => {
  const [old, now] = [hostKey(), hostKey()];
  const { port } = await bench.server({ hostKeys: [now.pem] });
  await writeFile(bench.knownHosts(), `# a comment\n${line(port, old.wire)}`);
  const before = await readFile(bench.knownHosts(), "utf8");
  const failure = await failureOf(
    bench.session(bench.target(port), () => Promise.reject(new Error("was asked"))),
  );
  expect(failure).toEqual({
    hop: "host key",
    kind: "host key changed",
    node: `127.0.0.1:${port}`,
    message: `The host key of 127.0.0.1:${port} has changed: it shows ssh-ed25519 ${now.fingerprint}, on file is ${old.fingerprint} (${bench.knownHosts()}:2).`,
    next: `Somebody may be in between. Compare with the node's console (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub); if the node was set up anew, remove the old key: ssh-keygen -f ${bench.knownHosts()} -R '[127.0.0.1]:${port}'`,
  });
  expect(await readFile(bench.knownHosts(), "utf8")).toBe(before);
});

test("a revoked key is refused though another line vouches for it", async () => {
  const key = hostKey();
  const { port } = await bench.server({ hostKeys: [key.pem] });
  await writeFile(
    bench.knownHosts(),
    `${line(port, key.wire)}@revoked * ${line(port, key.wire).split(" ").slice(1).join(" ")}`,
  );
  const failure = await failureOf(bench.session(bench.target(port), yes));
  expect(failure).toMatchObject({ hop: "host key", kind: "host key revoked" });
  expect(failure.message).toContain(`${key.fingerprint} (${bench.knownHosts()}:2)`);
});

test("a host with a certificate authority on file is asked about, and the refusal says so", async () => {
  const { port } = await bench.server();
  const authority = line(port, hostKey().wire);
  await writeFile(bench.knownHosts(), `@cert-authority ${authority}`);
  const failure = await failureOf(bench.session(bench.target(port), no));
  expect(failure).toMatchObject({ kind: "host key unknown" });
  expect(failure.message).toContain("Only a certificate authority is on file");
  await bench.session(bench.target(port), yes);
});

test("a server with two keys is asked for the one that is known", async () => {
  const ed25519 = hostKey();
  const rsa = ssh2.utils.generateKeyPairSync("rsa", { bits: 2048 });
  const parsed = ssh2.utils.parseKey(rsa.private);
  if (parsed instanceof Error) throw parsed;
  const { port } = await bench.server({ hostKeys: [ed25519.pem, rsa.private] });
  await writeFile(
    bench.knownHosts(),
    `${knownHostsLine("127.0.0.1", port, "ssh-rsa", parsed.getPublicSSH())}\n`,
  );
  await bench.session(bench.target(port), no);
});

test("a known_hosts that cannot be read refuses every host: it may hold the key that differs", async () => {
  const { port } = await bench.server();
  await mkdir(bench.knownHosts());
  const failure = await failureOf(bench.session(bench.target(port), yes));
  expect(failure).toMatchObject({ hop: "host key", kind: "not permitted" });
  expect(failure.message).toContain("EISDIR");
});

test("an accepted key that cannot be written is good until Ringdrill ends, and somebody hears of it", async () => {
  const { port } = await bench.server();
  // No user can make a folder in /proc, root neither.
  const file = "/proc/no-such-folder/known_hosts";
  const target = bench.target(port, { knownHosts: [file] });
  const warnings: string[] = [];
  const ssh = createSsh({ warn: (text) => warnings.push(text) });
  let asked = 0;
  const decide = async (): Promise<boolean> => ++asked === 1;
  bench.own(await ssh.connect(target, decide));
  bench.own(await ssh.connect(target, decide));
  expect(asked).toBe(1);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(file);
});

test("a question that ends in an error is a refusal with the error's words", async () => {
  const { port } = await bench.server();
  const work = bench.session(bench.target(port), () => Promise.reject(new Error("no screen")));
  expect(await failureOf(work)).toMatchObject({
    hop: "host key",
    kind: "host key unknown",
    said: "no screen",
  });
});

test("a cancelled question does not hold up the caller", async () => {
  const { port } = await bench.server();
  const stop = new AbortController();
  const work = createSsh().connect(
    bench.target(port),
    () => {
      stop.abort();
      return new Promise(() => undefined);
    },
    undefined,
    stop.signal,
  );
  expect(await failureOf(work)).toMatchObject({ hop: "host key", kind: "cancelled" });
});
