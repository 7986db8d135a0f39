import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pidLockHolder, takePidLock } from "./pid-lock.ts";

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pid-lock-"));
  file = join(folder, "run.lock");
});
afterEach(() => rm(folder, { recursive: true }));

test("a lock is held by its living owner, also against the owner itself, until it is released", async () => {
  const lock = await takePidLock(file);
  if ("heldBy" in lock) throw new Error("the first one gets it");
  expect(await takePidLock(file)).toMatchObject({ heldBy: { pid: process.pid } });
  expect(await pidLockHolder(file)).toMatchObject({ pid: process.pid });
  await lock.release();
  expect(await pidLockHolder(file)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test("of many that come at once exactly one gets the lock", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => takePidLock(file)));
  expect(all.filter((lock) => !("heldBy" in lock))).toHaveLength(1);
});

test("the lock of a process that was killed is taken over", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
  const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  const stat = await readFile(`/proc/${child.pid}/stat`, "utf8");
  const started = stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[19];
  await writeFile(file, `${child.pid} ${boot} ${started}\n`);
  expect(await takePidLock(file)).toMatchObject({ heldBy: { pid: child.pid } });
  child.kill("SIGKILL");
  await once(child, "exit");
  const lock = await takePidLock(file);
  expect("heldBy" in lock).toBe(false);
});

test("a process that got the owner's number later is not taken for the owner", async () => {
  await writeFile(file, `${process.pid} 00000000-0000-0000-0000-000000000000 1\n`);
  expect(await pidLockHolder(file)).toBeUndefined();
  expect("heldBy" in (await takePidLock(file))).toBe(false);
});

test("a lock file that is empty or garbled holds nothing", async () => {
  for (const text of ["", "what", "12"]) {
    await writeFile(file, text);
    expect(await pidLockHolder(file)).toBeUndefined();
  }
  expect("heldBy" in (await takePidLock(file))).toBe(false);
});

test("a lock that somebody else took over is not released by its first owner", async () => {
  const lock = await takePidLock(file);
  await writeFile(file, "1 x y\n");
  if (!("heldBy" in lock)) await lock.release();
  expect(await readFile(file, "utf8")).toBe("1 x y\n");
});
