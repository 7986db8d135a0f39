import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Profile } from "../../../shared/contract/profile.ts";
import { profileFiles } from "./profile-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "profiles-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function profile(name: string): Profile {
  return {
    name,
    contactPoints: ["192.0.2.1"],
    cql: { port: 9042, user: "ops", tls: {} },
    ssh: { user: "ops", port: 22, auth: { kind: "agent" }, jump: [], knownHosts: [] },
    service: { kind: "systemd", unit: "cassandra.service" },
    environment: "staging",
    colour: "#112233",
  };
}

test("a saved profile is read back as it was, and only its owner may read the file", async () => {
  const files = profileFiles(join(folder, "p"));
  await files.save(profile("Prod Ost"));
  expect(await files.list()).toEqual({ profiles: [profile("Prod Ost")], problems: [] });
  const [name = ""] = readdirSync(join(folder, "p"));
  expect(statSync(join(folder, "p", name)).mode & 0o777).toBe(0o600);
});

test("a broken file is named with its reason and the others still load", async () => {
  const files = profileFiles(folder);
  await files.save(profile("good"));
  writeFileSync(join(folder, "half.json"), '{"name": "ha');
  writeFileSync(join(folder, "wrong.json"), JSON.stringify({ ...profile("w"), contactPoints: [] }));
  const { profiles, problems } = await files.list();
  expect(profiles.map((p) => p.name)).toEqual(["good"]);
  expect(problems.join("\n")).toMatch(/half\.json: .*JSON/);
  expect(problems.join("\n")).toMatch(/wrong\.json: contactPoints: at least one contact point/);
});

test("renaming leaves one file, and names that differ only by case are two profiles", async () => {
  const files = profileFiles(folder);
  await files.save(profile("east"));
  await files.save(profile("East"));
  await files.save({ ...profile("west"), colour: "#445566" }, "east");
  expect((await files.list()).profiles.map((p) => p.name)).toEqual(["East", "west"]);
  expect(await files.remove("east")).toBe(false);
  expect(await files.remove("West")).toBe(false);
  expect(await files.remove("west")).toBe(true);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("a field that the profile does not know is not written, so no password can slip in", async () => {
  const files = profileFiles(folder);
  const sly = { ...profile("sly"), cqlPassword: "hunter2" };
  await files.save(sly);
  const [name = ""] = readdirSync(folder);
  expect(readFileSync(join(folder, name), "utf8")).not.toContain("hunter2");
});
