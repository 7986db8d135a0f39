/** Passwords stay in memory: after a drill, no file of Ringdrill's and no line that it printed holds one. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DrillResult } from "../../shared/contract/drill.ts";
import { profileFiles } from "../../electron/io/files/profile-files.ts";
import { practiceAccess } from "../../electron/practice/practice-access.ts";
import { practiceProfile } from "../../electron/practice/real-practice.ts";
import { practiceFolder } from "./cut-off-run.ts";
import { shortWaits } from "./drill-run.ts";
import { cli, testHome, type Ended } from "./ring.ts";

const planted = {
  RINGDRILL_SSH_PASSWORD: "planted-Kz7%ssh-login",
  RINGDRILL_SSH_PASSPHRASE: "planted-Qm3/ssh-phrase",
};
const wrongPassword = "planted-Xw9+never-right";
const profile = "secret-lab";

let passwords: { RINGDRILL_CQL_PASSWORD: string; RINGDRILL_APPLICATION_PASSWORD: string };
let result: DrillResult;
const printed: string[] = [];
const exported = () => join(testHome(), "exported");

async function run(
  args: readonly string[],
  env: Record<string, string> = passwords,
): Promise<Ended> {
  const ended = await cli(args, { env: { ...planted, ...env } });
  printed.push(ended.stdout, ended.stderr);
  return ended;
}

beforeAll(async () => {
  const access = practiceAccess(practiceFolder());
  const { monitor, application } = access.cql;
  passwords = {
    RINGDRILL_CQL_PASSWORD: monitor.password,
    RINGDRILL_APPLICATION_PASSWORD: application.password,
  };
  // A profile as a user saves it: its passwords come from the environment alone.
  await profileFiles(join(testHome(), "profiles")).save({
    ...practiceProfile(access),
    name: profile,
    environment: "lab",
    application: { user: application.user, consistency: "QUORUM" },
  });
  const drill = await run([
    "drill",
    "run",
    "D-06",
    `--target=${profile}`,
    "--node=3",
    "--rf=3",
    "--consistency=QUORUM",
    "--yes",
    "--json",
    ...shortWaits,
  ]);
  result = JSON.parse(drill.stdout) as DrillResult;
  const refused = await run(["inspect", profile], { RINGDRILL_CQL_PASSWORD: wrongPassword });
  expect(refused.stderr).toContain("refused the password");
  for (const args of [
    ["report", "show", result.evidence, "--json"],
    ["report", "export", result.evidence, "--into", exported(), "--form", "html", "md", "json"],
  ])
    expect((await run(args)).code).toBe(0);
}, 600_000);

afterAll(async () => {
  await profileFiles(join(testHome(), "profiles")).remove(profile);
  rmSync(exported(), { recursive: true, force: true });
});

/** A secret as it is, and in the forms in which a careless writer hides it from a plain search. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("hex"),
  ];
}

const secrets = (): readonly string[] => [
  ...Object.values(passwords),
  ...Object.values(planted),
  wrongPassword,
];

/** Files below `folder` in which one of the secrets stands. */
function filesThatTell(folder: string, skip: (path: string) => boolean): readonly string[] {
  return filesBelow(folder, skip).filter((file) => tells(readFileSync(file)));
}

const tells = (bytes: Buffer): boolean =>
  secrets().some((secret) => formsOf(secret).some((form) => bytes.includes(form)));

function filesBelow(folder: string, skip: (path: string) => boolean): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !skip(path));
}

/** The practice cluster keeps its own passwords; what Ringdrill wrote onto its nodes is looked at. */
const clustersOwn = (path: string): boolean =>
  path.startsWith(join(practiceFolder(), "/")) && !/\/nodes\/[^/]+\/state\//.test(path);

describe("secrets of a drill", () => {
  it("the drill went through with the passwords of the environment", () => {
    expect(result.verdict).toMatch(/^passed/);
    expect(result.ledger.acked).toBeGreaterThan(1_000);
  });

  it("no file of the data folder, of the run or on the nodes holds one", () => {
    const looked = filesBelow(testHome(), clustersOwn).map((path) => relative(testHome(), path));
    // What was looked through is what a drill leaves.
    expect(looked).toContain("ringdrill.sqlite");
    expect(looked).toContain("ringdrill.log");
    for (const name of ["journal.ndjson", "ledger.bin", "load.ndjson", "report.html"])
      expect(looked).toContain(join(relative(testHome(), result.evidence), name));
    expect(looked.some((path) => /nodes\/.*\/state\/.*\/plan$/.test(path))).toBe(true);
    expect(looked.some((path) => path.startsWith("exported/"))).toBe(true);
    expect(filesThatTell(testHome(), clustersOwn)).toEqual([]);
  });

  it("no line that was printed holds one", () => {
    expect(printed.length).toBeGreaterThanOrEqual(8);
    expect(printed.filter((text) => tells(Buffer.from(text)))).toEqual([]);
  });

  it("the search would find each of them, in each form", () => {
    for (const secret of secrets()) {
      for (const form of formsOf(secret)) {
        const file = join(testHome(), "planted.bin");
        writeFileSync(file, Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(`x${form}y`)]));
        expect(filesThatTell(testHome(), clustersOwn)).toEqual([file]);
        rmSync(file);
      }
    }
    expect(filesThatTell(practiceFolder(), () => false)).toContain(
      join(practiceFolder(), "secrets.json"),
    );
  });
});
