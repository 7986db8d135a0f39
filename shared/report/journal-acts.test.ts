import { expect, test } from "vitest";
import type { JournalEntry, JournalLine } from "../drill/journal-entry.ts";
import { journalActs, lastAct } from "./journal-acts.ts";

const lines = (entries: readonly JournalEntry[]): JournalLine[] =>
  entries.map((entry, i) => ({ n: i + 1, at: i, mono: i, prev: "", entry }));
const act = (name: string): JournalEntry => ({
  type: "act",
  act: name,
  node: "n",
  text: `do ${name}`,
});
const outcome = (name: string, ok: boolean): JournalEntry => ({
  type: "outcome",
  act: name,
  node: "n",
  ok,
  said: `${name} ${ok}`,
  tookMs: 5,
});

test("an outcome belongs to the oldest open act of its name", () => {
  const acts = journalActs(
    lines([
      act("a"),
      act("b"),
      outcome("b", true),
      outcome("a", false),
      act("a"),
      outcome("a", true),
    ]),
  );
  expect(acts.map(({ text, ok, said }) => [text, ok, said])).toEqual([
    ["do a", false, "a false"],
    ["do b", true, "b true"],
    ["do a", true, "a true"],
  ]);
});

test("an act without an outcome says that nobody knows how it ended", () => {
  expect(journalActs(lines([act("inject")]))).toEqual([
    {
      at: 0,
      node: "n",
      text: "do inject",
      ok: null,
      said: "no outcome in the journal",
      tookMs: null,
    },
  ]);
});

test("the last try of an act counts", () => {
  const all = lines([
    act("rollback"),
    outcome("rollback", false),
    act("rollback"),
    outcome("rollback", true),
    act("x"),
  ]);
  expect(lastAct(all, "rollback")?.ok).toBe(true);
  expect(lastAct(all, "inject")).toBeUndefined();
});
