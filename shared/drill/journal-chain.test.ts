import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { chainStart, lineHash, nextLine, readJournalText } from "./journal-chain.ts";

function journal(texts: readonly string[]): string {
  let prev = chainStart;
  return texts
    .map((text, i) => {
      const line = nextLine(i + 1, 1_000 + i, 5 + i, prev, { type: "note", text });
      prev = lineHash(line.text);
      return `${line.text}\n`;
    })
    .join("");
}
const whole = journal(["ä one", "two", "three"]);

test("a line's hash is the SHA-256 of its UTF-8 text without line feed", () => {
  const [first = ""] = whole.split("\n");
  expect(lineHash(first)).toBe(createHash("sha256").update(first, "utf8").digest("hex"));
  expect(JSON.parse(whole.split("\n")[1] ?? "")).toMatchObject({ prev: lineHash(first) });
});

test("a whole chain has no problem, and its head is the last line's hash", () => {
  const read = readJournalText(whole);
  expect(read).toMatchObject({ problems: [], cut: "", head: lineHash(whole.split("\n")[2] ?? "") });
  expect(read.lines.map(({ entry }) => entry)).toEqual(
    ["ä one", "two", "three"].map((text) => ({ type: "note", text })),
  );
});

test("an empty journal is whole", () => {
  expect(readJournalText("")).toEqual({ lines: [], problems: [], head: chainStart, cut: "" });
});

test("a changed letter breaks the chain at the next line", () => {
  expect(readJournalText(whole.replace("two", "too")).problems).toEqual([
    "line 3 does not continue the line before it: the journal was changed there",
  ]);
});

test("a line taken out and lines exchanged are noticed", () => {
  const [a, b, c] = whole.trimEnd().split("\n");
  expect(readJournalText(`${a}\n${c}\n`).problems).toEqual([
    "line 2 does not continue the line before it: the journal was changed there",
    "line 2 calls itself line 3",
  ]);
  expect(readJournalText(`${b}\n${a}\n${c}\n`).problems).not.toEqual([]);
});

test("half a last line is cut off, said, and not part of the head", () => {
  const read = readJournalText(whole.slice(0, -20));
  const [a, b] = whole.split("\n");
  expect(read.lines).toHaveLength(2);
  expect(read.head).toBe(lineHash(b ?? ""));
  expect(read.problems[0]).toMatch(/^line 3 is cut off after \d+ bytes$/);
  expect(`${a}\n${b}\n${read.cut}`).toBe(whole.slice(0, -20));
});

test("a line that is no entry is said and does not hide the others", () => {
  const read = readJournalText(`{"n":1}\n${whole}`);
  expect(read.problems[0]).toBe("line 1 cannot be read");
  expect(read.lines).toHaveLength(3);
});
