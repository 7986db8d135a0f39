import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ssh2 from "ssh2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clusterPaths } from "./practice-paths.ts";
import { specOf } from "./practice-spec.ts";
import { newKey, writeSshFiles } from "./ssh-keys.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rd-keys-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("every key that is made can be read, also the one in 256 that ssh2 writes malformed", () => {
  for (let i = 0; i < 1_000; i++) {
    expect(ssh2.utils.parseKey(newKey("k").privateKey)).not.toBeInstanceOf(Error);
  }
});

test("keys are made once, are for their owner only, and known_hosts names every node", () => {
  const spec = specOf({ nodes: 2, sshPort: 2299 });
  writeSshFiles(spec, folder);
  const paths = clusterPaths(folder);
  const before = readFileSync(paths.knownHosts, "utf8");
  const key = readFileSync(paths.userKey, "utf8");
  writeSshFiles(spec, folder);
  expect(readFileSync(paths.knownHosts, "utf8")).toBe(before);
  expect(readFileSync(paths.userKey, "utf8")).toBe(key);
  expect(before).toMatch(
    /^\[127\.0\.0\.1\]:2299 ssh-ed25519 \S+\n\[127\.0\.0\.2\]:2299 ssh-ed25519 \S+\n$/,
  );
  for (const file of [paths.userKey, paths.hostKey("127.0.0.1"), paths.knownHosts]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  expect(statSync(paths.ssh).mode & 0o777).toBe(0o700);
});

test("on port 22 known_hosts has the bare address, as ssh looks for it", () => {
  writeSshFiles(specOf({ nodes: 1, sshPort: 22 }), folder);
  expect(readFileSync(clusterPaths(folder).knownHosts, "utf8")).toMatch(
    /^127\.0\.0\.1 ssh-ed25519 /,
  );
});
