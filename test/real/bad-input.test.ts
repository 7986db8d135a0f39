/** Wrong words, broken files, folders that cannot be written: a sentence, the right exit code, nothing lost. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileFiles } from "../../electron/io/files/profile-files.ts";
import { cutOff, resume, scan } from "./cut-off-run.ts";
import { addresses, cli, testHome } from "./ring.ts";

const planned = (...more: string[]) =>
  cli(["drill", "plan", "D-06", "--target", "practice", ...more]);

describe("wrong words on the command line", () => {
  it("a node that does not exist: the nodes that do are named", async () => {
    const { code, stderr, stdout } = await planned("--node", "9");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('There is no node "9"');
    for (const address of addresses) expect(stderr).toContain(address);
  });

  it.each([
    [["drill", "plan", "D-99", "--target", "practice", "--node", "1"], /no drill D-99.*D-06/],
    [["drill", "plan", "D-06", "--target", "practice"], /--node/],
    [["inspect", "practice", "--jsno"], /unknown option '--jsno'/],
    [["inspect"], /missing required argument 'target'/],
    [["insepct", "practice"], /unknown command 'insepct'/],
    [
      ["drill", "plan", "D-06", "--target", "practice", "--node", "1", "--consistency", "MOST"],
      /LOCAL_QUORUM/,
    ],
    [
      ["drill", "plan", "D-06", "--target", "practice", "--node", "1", "--rf", "many"],
      /whole number/,
    ],
    [
      ["drill", "plan", "D-06", "--target", "practice", "--node", "1", "--wait", "leaseMs=1"],
      /leaseMs is 1/,
    ],
    [
      ["drill", "plan", "D-06", "--target", "practice", "--node", "1", "--wait", "leaseMs"],
      /name=value/,
    ],
    [["drill", "resume", "d06-never", "--target", "practice"], /No folder of run d06-never/],
    [["report", "verify", "/nowhere"], /\/nowhere/],
  ])("%j ends with 2 and a sentence", async (args, sentence) => {
    const { code, stderr, stdout } = await cli(args);
    expect(stderr.replaceAll("\n", " ")).toMatch(sentence);
    expect(stderr).not.toMatch(/\n +at .*:\d+:\d+/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("broken files", () => {
  const home = () => join(testHome(), "broken-home");
  beforeAll(async () => {
    const folder = join(home(), "profiles");
    await profileFiles(folder).save({
      name: "shop-lab",
      contactPoints: ["127.0.0.250"],
      cql: { port: 9042, tls: false },
      ssh: null,
      service: { kind: "none" },
      environment: "lab",
      colour: "#5f6b7c",
    });
    writeFileSync(join(folder, "shop-prod.json"), '{"name": "shop-prod", "contactPoints": [');
  });
  afterAll(() => rmSync(home(), { recursive: true }));

  it("a profile that cannot be read is named with its file, and the others are listed", async () => {
    const { code, stderr } = await cli(["inspect", "shop-prod"], { home: home() });
    expect(code).toBe(2);
    expect(stderr).toContain("There is no profile named shop-prod");
    expect(stderr).toContain(join(home(), "profiles", "shop-prod.json"));
    expect(stderr).toContain("shop-lab");
  });

  it("the others can be used: one that nobody answers ends with 3", async () => {
    const { code, stderr } = await cli(["inspect", "shop-lab"], { home: home() });
    expect(code).toBe(3);
    expect(stderr).toContain("127.0.0.250:9042");
  });

  it("a journal whose last line is half is said to be, resumed, and keeps the rest of its line", async () => {
    const run = await cutOff((running) => running.line(/ {2}baseline$/));
    const journal = join(run.folder, "journal.ndjson");
    const whole = readFileSync(journal);
    truncateSync(journal, whole.length - 12);

    const first = await scan();
    expect({ code: first.code, runs: first.found.map((each) => each.runId) }).toEqual({
      code: 1,
      runs: [run.runId],
    });
    expect(first.found[0]?.next).toContain("is cut off after");
    const { code, result, stderr } = await resume(run.runId);
    expect({ code, verdict: result.verdict }).toEqual({ code: 5, verdict: "aborted" });
    expect(stderr).toContain("is cut off after");
    const cut = readFileSync(join(run.folder, "journal.cut"), "utf8");
    expect(whole.toString("utf8")).toContain(cut.trimEnd());
    expect(cut.length).toBeGreaterThan(20);

    const shown = await cli(["report", "show", run.folder]);
    expect({ code: shown.code, stderr: shown.stderr }).toEqual({ code: 0, stderr: "" });
    expect(shown.stdout).toContain("aborted");
    expect((await cli(["report", "verify", run.folder])).stdout).toMatch(/^OK/);
    expect(await scan()).toEqual({ code: 0, found: [] });
  });

  it("a half line in a journal that nobody resumed is in its report", async () => {
    const folder = join(home(), "copy");
    mkdirSync(folder, { recursive: true });
    const runs = join(testHome(), "runs");
    const any =
      readdirSync(runs).find((name) => existsSync(join(runs, name, "journal.ndjson"))) ?? "";
    const text = readFileSync(join(runs, any, "journal.ndjson"), "utf8");
    writeFileSync(join(folder, "journal.ndjson"), text.slice(0, -12));
    const shown = await cli(["report", "show", folder]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("is cut off after");
    const verified = await cli(["report", "verify", folder]);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(/^NOT OK/);
  });
});

describe("a data folder that cannot be written", () => {
  it("is named with the variable that moves it", async () => {
    const file = join(testHome(), "a-file");
    writeFileSync(file, "");
    for (const home of [file, join(file, "home")]) {
      const { code, stderr, stdout } = await cli(["inspect", "practice"], { home });
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toContain(home);
      expect(stderr).toContain("RINGDRILL_HOME");
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
    rmSync(file);
  });
});
