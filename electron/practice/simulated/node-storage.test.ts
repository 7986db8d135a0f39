import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseHintFiles } from "../../../shared/parse/host/hint-files.ts";
import { HintFiles } from "./hint-files.ts";
import { RowLogFile } from "./row-log-file.ts";
import { SavedState } from "./saved-state.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rd-sim-files-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const texts = (log: RowLogFile): string[] =>
  Array.from(log.records(), ({ record }) => new TextDecoder().decode(record));

describe("a table's file", () => {
  test("gives records that wait, records that are written, and all of them after a restart", () => {
    const file = join(folder, "t", "nb-1-big-Data.db");
    const log = new RowLogFile(file);
    const first = log.append(bytes("one"));
    log.flush();
    const second = log.append(bytes("two"));
    expect([first, second].map((offset) => Buffer.from(log.read(offset, 3)).toString())).toEqual([
      "one",
      "two",
    ]);
    expect(statSync(file).size).toBe(7);
    log.close();
    expect(texts(new RowLogFile(file))).toEqual(["one", "two"]);
  });

  test("a record that a crash cut off is taken away, those before it stay", () => {
    const file = join(folder, "t", "nb-1-big-Data.db");
    const log = new RowLogFile(file);
    log.append(bytes("whole"));
    log.close();
    appendFileSync(file, Buffer.from([0, 0, 0, 9, 1, 2]));
    const again = new RowLogFile(file);
    expect(texts(again)).toEqual(["whole"]);
    again.append(bytes("later"));
    again.close();
    expect(texts(new RowLogFile(file))).toEqual(["whole", "later"]);
  });

  test("records larger than a piece that is read at once come back whole", () => {
    const log = new RowLogFile(join(folder, "big"));
    const big = "x".repeat(200_000);
    for (const text of ["a", big, "b"]) log.append(bytes(text));
    expect(texts(log)).toEqual(["a", big, "b"]);
    log.clear();
    expect(texts(log)).toEqual([]);
    log.close();
  });
});

describe("hints", () => {
  const hostId = "6a9e0cf4-0a78-42da-99e5-853a18274151";
  const mutation = (key: number) => ({
    tableId: "5bc52802-de25-35ed-aeab-188000000000",
    key: Uint8Array.of(key),
    row: Uint8Array.of(9, key),
  });

  test("lie in files that the collector reads, and are there after a restart", () => {
    const hints = new HintFiles(folder);
    hints.add(hostId, mutation(1), 1_800_000_000_000);
    hints.add(hostId, mutation(2), 1_800_000_000_500);
    hints.flush();
    const [name = ""] = readdirSync(folder);
    expect(name).toBe(`${hostId}-1800000000000-2.hints`);
    const size = statSync(join(folder, name)).size;
    const listing = `total 4\n-rw------- 1 0 0 ${size} Dec  1 02:33 ${name}\n`;
    expect(parseHintFiles(listing).value).toEqual([{ hostId, files: 1, bytes: size }]);
    hints.close();

    const again = new HintFiles(folder);
    const [file] = again.files();
    if (file === undefined) throw new Error("no file");
    expect(again.open(file)).toEqual([mutation(1), mutation(2)]);
    again.remove(file);
    expect(readdirSync(folder)).toEqual([]);
    again.close();
  });

  test("come into a new file once one is being delivered", () => {
    const hints = new HintFiles(folder);
    hints.add(hostId, mutation(1), 5);
    const [file] = hints.files();
    if (file === undefined) throw new Error("no file");
    expect(hints.open(file)).toHaveLength(1);
    hints.add(hostId, mutation(2), 5);
    expect(hints.files()).toHaveLength(2);
    hints.close();
  });

  test("the end that a crash cut off costs only that hint", () => {
    const hints = new HintFiles(folder);
    hints.add(hostId, mutation(1), 5);
    hints.close();
    const [name = ""] = readdirSync(folder);
    appendFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, 20));
    const again = new HintFiles(folder);
    const [file] = again.files();
    expect(file === undefined ? [] : again.open(file)).toEqual([mutation(1)]);
  });
});

describe("a node's identity", () => {
  test("stays the same from start to start, and each start has a later generation", () => {
    const first = new SavedState(folder).begin(["1", "2"]);
    const second = new SavedState(folder).begin(undefined);
    expect(second).toEqual({ ...first, isNew: false, generation: second.generation });
    expect(second.generation).toBeGreaterThan(first.generation);
  });

  test("is not made up when the system keyspace is gone", () => {
    expect(() => new SavedState(folder).begin(undefined)).toThrow("This node has no tokens");
  });
});
