import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { failureOf, sshBench } from "../../../test/fixtures/ssh/ssh-bench.ts";
import { newKey } from "../../../test/fixtures/ssh/ssh-server.ts";
import { completeTarget, settingsFor } from "./user-config.ts";
import { readUserConfig } from "./user-config-text.ts";

const bench = sshBench();
afterEach(() => vi.unstubAllEnvs());

const fixtures = new URL("../../../test/fixtures/ssh/", import.meta.url);
const sample = await readFile(new URL("ssh_config-1.txt", fixtures), "utf8");

async function config(text: string, name = "config"): Promise<string> {
  const path = join(bench.folder(), name);
  await writeFile(path, text);
  return path;
}

test("the sample resolves as written beside it: the first value wins, identities gather", async () => {
  const { expected } = JSON.parse(await readFile(new URL("ssh_config-1.json", fixtures), "utf8"));
  const { "cass-3": node, bastion } = expected.resolve;
  expect(settingsFor(sample, "cass-3")).toEqual({
    hostName: node.hostname,
    port: node.port,
    user: node.user,
    identityFiles: node.identityFile.map((file: string) => file.replace("~", homedir())),
    identitiesOnly: node.identitiesOnly,
    proxyJump: node.proxyJump,
    knownHosts: [],
  });
  expect(settingsFor(sample, "bastion")).toMatchObject({
    hostName: bastion.hostname,
    user: bastion.user,
    port: undefined,
    proxyJump: [],
  });
});

test("tokens and ~ are filled in, keywords are read in any case", () => {
  const text = `
host node?
  HOSTNAME %h.example.com
  User ops
  Port 2200
  identityfile ~/keys/%r@%h:%p-%n%%
  IdentityFile "%d/second key"
  UserKnownHostsFile ~/.ssh/a ~/.ssh/b
`;
  expect(settingsFor(text, "node1")).toEqual({
    hostName: "node1.example.com",
    port: 2200,
    user: "ops",
    identityFiles: [
      `${homedir()}/keys/ops@node1.example.com:2200-node1%`,
      `${homedir()}/second key`,
    ],
    identitiesOnly: false,
    proxyJump: [],
    knownHosts: [`${homedir()}/.ssh/a`, `${homedir()}/.ssh/b`],
  });
});

test("a command in Match exec is not run", () => {
  const touched = join(bench.folder(), "touched");
  const settings = settingsFor(`Match exec "touch ${touched}"\n  User evil\n`, "h");
  expect(settings.user).toBeUndefined();
  return expect(readFile(touched)).rejects.toThrow("ENOENT");
});

test("a target is completed, its jump hosts too, each by its own lines", async () => {
  vi.stubEnv("SSH_AUTH_SOCK", "/run/agent");
  const file = await config(`
Host far
  ProxyJump near,middle@10.0.0.2:2202
Host near
  HostName 10.0.0.1
  User hopper
  ProxyJump [2001:db8::1]:22
Host 10.0.0.2
  ProxyJump nobody-asks
Host *
  User everybody
  UserKnownHostsFile ${bench.folder()}/kh
`);
  const agent = { kind: "agent" };
  const knownHosts = [`${bench.folder()}/kh`];
  const common = { auth: agent, knownHosts };
  expect(await completeTarget({ host: "far", port: 2222 }, [file])).toEqual({
    ...common,
    host: "far",
    port: 2222,
    user: "everybody",
    jump: [
      {
        ...common,
        host: "10.0.0.1",
        port: 22,
        user: "hopper",
        jump: [{ ...common, host: "2001:db8::1", port: 22, user: "everybody", jump: [] }],
      },
      { ...common, host: "10.0.0.2", port: 2202, user: "middle", jump: [] },
    ],
  });
});

test("what is given goes before the configuration", async () => {
  const file = await config("Host *\n User u\n Port 1\n ProxyJump j\n UserKnownHostsFile /k\n");
  const given = {
    host: "h",
    port: 22,
    user: "me",
    auth: { kind: "password", password: "p" } as const,
    jump: [],
    knownHosts: ["/mine"],
  };
  expect(await completeTarget(given, [file])).toEqual(given);
});

test("no configuration at all gives the port, the user and the agent that ssh would take", async () => {
  vi.stubEnv("SSH_AUTH_SOCK", "/run/agent");
  expect(await completeTarget({ host: "h" }, [join(bench.folder(), "none")])).toMatchObject({
    host: "h",
    port: 22,
    user: userInfo().username,
    jump: [],
    knownHosts: [],
  });
});

test("an open identity is used as it is, an encrypted one is left to the agent while there is one", async () => {
  const [open, encrypted] = [join(bench.folder(), "open"), join(bench.folder(), "encrypted")];
  await writeFile(open, newKey().private);
  await writeFile(encrypted, newKey("secret").private);
  const file = await config(`Host a\n IdentityFile ${open}\nHost b\n IdentityFile ${encrypted}\n`);
  vi.stubEnv("SSH_AUTH_SOCK", "/run/agent");
  const authOf = async (host: string) => (await completeTarget({ host }, [file])).auth;
  expect(await authOf("a")).toEqual({ kind: "key", file: open });
  expect(await authOf("b")).toEqual({ kind: "agent" });
  vi.stubEnv("SSH_AUTH_SOCK", undefined);
  expect(await authOf("b")).toEqual({ kind: "key", file: encrypted });
});

test("included files count where they are named, and do not swallow the lines after them", async () => {
  await mkdir(join(bench.folder(), "d"));
  await config("Host a\n  User from-a\n", "d/10-a");
  await config("Host b\n  User from-b\n", "d/20-b");
  const file = await config("Include d/*\nPort 2200\nHost c\n  Include none*\n  User from-c\n");
  const text = await readUserConfig([file, await config("User system\n", "second")]);
  const seen = ["a", "b", "c", "d"].map((host) => {
    const { user, port } = settingsFor(text, host);
    return `${user} ${port}`;
  });
  expect(seen).toEqual(["from-a 2200", "from-b 2200", "from-c 2200", "system 2200"]);
});

test("a file that includes itself ends", async () => {
  const file = await config("Include config\nUser u\n");
  expect(settingsFor(await readUserConfig([file]), "h").user).toBe("u");
});

test("jump hosts that lead to each other are a failure, not a loop", async () => {
  const file = await config("Host a\n ProxyJump b\nHost b\n ProxyJump a\n");
  const failure = await failureOf(completeTarget({ host: "a" }, [file]));
  expect(failure.message).toContain("in a circle");
});

test("a configuration that cannot be read is a failure with what is wrong", async () => {
  const file = await config('Host "a\n');
  expect(await failureOf(completeTarget({ host: "a" }, [file]))).toMatchObject({
    hop: "ssh login",
    kind: "unknown layout",
  });
  const failure = await failureOf(completeTarget({ host: "a" }, [bench.folder()]));
  expect(failure.message).toContain("EISDIR");
});
