import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFileLog } from "./file-log.ts";

test("a line holds message and fields, but no field that is secret by its name, at any of three depths", () => {
  const folder = mkdtempSync(join(tmpdir(), "log-"));
  const file = join(folder, "ringdrill.log");
  const log = openFileLog(file);
  log.warn("login refused", {
    node: "n1",
    password: "p1",
    target: { password: "p2", auth: { passphrase: "p3" } },
  });
  log.close();
  const line = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  expect(line).toMatchObject({ msg: "login refused", node: "n1", target: { auth: {} } });
  expect(JSON.stringify(line)).not.toMatch(/p1|p2|p3/);
  rmSync(folder, { recursive: true });
});

test("a long file is put aside before the next line", () => {
  const folder = mkdtempSync(join(tmpdir(), "log-"));
  const file = join(folder, "ringdrill.log");
  writeFileSync(file, "");
  truncateSync(file, 6 * 1024 * 1024);
  openFileLog(file).close();
  expect(existsSync(`${file}.1`)).toBe(true);
  rmSync(folder, { recursive: true });
});
