import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeNodeFiles } from "./node-files.ts";
import { nodePaths } from "./practice-paths.ts";
import { specOf } from "./practice-spec.ts";
import {
  identityInFile,
  identityOf,
  isAlive,
  pidFileText,
  signalProcess,
  statOf,
} from "./process-identity.ts";
import { endProcessesOf, processesOf } from "./process-scan.ts";

// The scripts are run as they are; only Java is a stand-in that notes its arguments and then sleeps.

let folder = "";
let paths = nodePaths("/", "");

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "rd scripts ")), "it's");
  paths = nodePaths(folder, "127.0.0.2");
  mkdirSync(folder);
  const java = join(folder, "java");
  writeFileSync(
    java,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "$HOME/arguments"\nenv > "$HOME/environment"\nexec sleep 60\n`,
  );
  chmodSync(java, 0o755);
  const jars = [join(folder, "b.jar"), join(folder, "jamm-0.3.2.jar")];
  writeNodeFiles(specOf({ cassandra: "4.1" }), folder, 2, {
    java,
    jars,
    archive: join(folder, "none.jsa"),
  });
});

afterEach(async () => {
  await endProcessesOf(folder, 0);
  rmSync(join(folder, ".."), { recursive: true });
});

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** With an empty environment unless told otherwise, as a guard calls them. */
function run(script: string, env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve) => {
    execFile(script, [], { env, cwd: "/" }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

function lines(name: string): readonly string[] {
  return readFileSync(join(paths.node, name), "utf8").trim().split("\n");
}

async function startedNode() {
  const { code, out, err } = await run(paths.start);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const identity = identityInFile(paths.pid);
  if (identity === undefined) throw new Error(`no pid file: ${out}`);
  expect(out).toBe(`started: ${String(identity.pid)} ${identity.startTicks}\n`);
  await expect.poll(() => existsSync(join(paths.node, "environment"))).toBe(true);
  return identity;
}

test("start, status and stop do what their names say, with an empty environment", async () => {
  expect(await run(paths.status)).toEqual({ code: 3, out: "stopped\n", err: "" });
  const { pid, startTicks, ...rest } = await startedNode();
  const status = await run(paths.status);
  expect(status.code).toBe(0);
  expect(status.out).toMatch(new RegExp(`^running ${String(pid)} ${startTicks} [SR]\\n$`));
  expect(await run(paths.stop)).toEqual({ code: 0, out: "stopped, ended-by TERM\n", err: "" });
  expect(isAlive({ pid, startTicks, ...rest })).toBe(false);
  expect(await run(paths.status)).toEqual({ code: 3, out: "stopped\n", err: "" });
  expect(await run(paths.stop)).toEqual({ code: 0, out: "not running\n", err: "" });
});

test("the node is a session of its own, so nothing that ends its starter ends it", async () => {
  const { pid } = await startedNode();
  expect(statOf(pid)?.session).toBe(pid);
});

test("a running node is not started a second time, not even by two at once", async () => {
  const both = await Promise.all([run(paths.start), run(paths.start)]);
  const identity = identityInFile(paths.pid);
  expect(
    both.map(({ out }) => out.split(":")[0] ?? "").toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(["already running", "started"]);
  expect(processesOf(folder).map(({ pid }) => pid)).toEqual([identity?.pid]);
});

test("a killed node is dead for status and can be started again", async () => {
  const first = await startedNode();
  signalProcess(first, "SIGKILL");
  await expect.poll(() => isAlive(first)).toBe(false);
  expect(await run(paths.status)).toMatchObject({ code: 1 });
  const second = await startedNode();
  expect(second.pid).not.toBe(first.pid);
});

test("a process that only has the number in the pid file is neither taken for the node nor stopped", async () => {
  const stranger = spawn("sleep", ["60"]);
  try {
    const identity = identityOf(stranger.pid ?? 0);
    if (identity === undefined) throw new Error("not started");
    writeFileSync(paths.pid, pidFileText({ ...identity, startTicks: "12" }));
    expect(await run(paths.status)).toMatchObject({ code: 1 });
    expect(await run(paths.stop)).toMatchObject({ code: 0, out: "not running\n" });
    expect(isAlive(identity)).toBe(true);
  } finally {
    stranger.kill("SIGKILL");
  }
});

test("a frozen node is shown as such and can be stopped", async () => {
  const identity = await startedNode();
  signalProcess(identity, "SIGSTOP");
  await expect.poll(async () => (await run(paths.status)).out).toMatch(/^running \d+ \d+ T\n$/);
  expect(await run(paths.stop)).toMatchObject({ code: 0, out: "stopped, ended-by TERM\n" });
});

test("only the very first start has fixed tokens and skips bootstrap, also when the data folder is gone later", async () => {
  await startedNode();
  expect(lines("arguments")).toContain("-Dcassandra.auto_bootstrap=false");
  expect(lines("arguments")).toContain("-Dcassandra.ring_delay_ms=10000");
  await run(paths.stop);
  await startedNode();
  expect(lines("arguments")).toContain("-Dcassandra.ring_delay_ms=5000");
  expect(
    lines("arguments").filter((line) =>
      /initial_token|auto_bootstrap|settle|rangemovement/.test(line),
    ),
  ).toEqual([]);
});

test("Java gets every option whole, whatever characters the folder holds", async () => {
  writeFileSync(
    paths.extraOptions,
    "# of a drill\n-Dsome.thing=with blanks and 'quotes'\n\nnot an option",
  );
  await startedNode();
  const found = lines("arguments");
  expect(found).toContain("-Dsome.thing=with blanks and 'quotes'");
  expect(found).not.toContain("not an option");
  expect(found).toContain(`-Djava.io.tmpdir=${paths.node}/tmp`);
  expect(found).toContain("-Xmx272M");
  expect(found).toContain(`-javaagent:${join(folder, "jamm-0.3.2.jar")}`);
  expect(found.at(-1)).toBe("org.apache.cassandra.service.CassandraDaemon");
  const yaml = found.find((line) => line.startsWith("-Dcassandra.config="))?.slice(19) ?? "";
  expect(readFileSync(new URL(yaml), "utf8")).toContain("listen_address: 127.0.0.2");
  expect(lines("environment")).toContain(`CLASSPATH=${folder}/b.jar:${folder}/jamm-0.3.2.jar`);
});

function helper(text: string): void {
  const file = join(paths.state, "ringdrill-helper");
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

test("an unfinished drill is mended before Java starts", async () => {
  helper(
    `[ "$1" = start-hook ] && [ ! -e "${paths.node}/arguments" ] && echo "$1" > "${paths.state}/called"`,
  );
  await startedNode();
  expect(readFileSync(join(paths.state, "called"), "utf8")).toBe("start-hook\n");
});

test("a node whose unfinished drill cannot be mended is not started", async () => {
  helper("exit 4");
  const { code, err } = await run(paths.start);
  expect(code).toBe(1);
  expect(err).toContain("start-hook failed");
  expect(existsSync(paths.pid)).toBe(false);
});

test("a helper that starts the node while it mends is not called back", async () => {
  helper("exit 4");
  expect(await run(paths.start, { RINGDRILL_IN_HELPER: "1" })).toMatchObject({ code: 0 });
});

test("a Java that cannot be run is said, with the log that tells why", async () => {
  rmSync(join(folder, "java"));
  const { code, err } = await run(paths.start);
  if (code === 0) {
    // The process was seen before it failed; then status tells.
    await expect.poll(async () => (await run(paths.status)).code).toBe(1);
  } else {
    expect(err).toContain("out.log");
  }
  expect(readFileSync(join(paths.log, "out.log"), "utf8")).toMatch(/not found/);
});

test("every process of a node is found by the cluster's folder, and by no other", async () => {
  const { pid } = await startedNode();
  expect(processesOf(folder).map((found) => found.pid)).toEqual([pid]);
  expect(processesOf(`${folder}2`)).toEqual([]);
  expect(processesOf(join(folder, ".."))).toEqual([]);
});
