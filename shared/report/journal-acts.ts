/** Acts of a journal with their outcomes: an act that has none was announced, and nobody knows how it ended. */
import type { DrillReport } from "../contract/report.ts";
import type { JournalLine } from "../drill/journal-entry.ts";

export type ReportAct = DrillReport["safety"]["acts"][number];

/** In the order in which they were announced. An outcome belongs to the oldest open act of its name and node. */
export function journalActs(lines: readonly JournalLine[]): ReportAct[] {
  const acts: ReportAct[] = [];
  const open = new Map<string, ReportAct[]>();
  for (const { at, entry } of lines) {
    if (entry.type === "act") {
      const act: ReportAct = {
        at,
        node: entry.node,
        text: entry.text,
        ok: null,
        said: "no outcome in the journal",
        tookMs: null,
      };
      acts.push(act);
      const key = `${entry.node}\n${entry.act}`;
      open.set(key, [...(open.get(key) ?? []), act]);
    } else if (entry.type === "outcome") {
      const act = open.get(`${entry.node}\n${entry.act}`)?.shift();
      if (act === undefined) continue;
      act.ok = entry.ok;
      act.said = entry.said;
      act.tookMs = entry.tookMs;
    }
  }
  return acts;
}

/** The outcome of the last act of this name, undefined when there was none. */
export function lastAct(lines: readonly JournalLine[], name: string): ReportAct | undefined {
  return journalActs(
    lines.filter(
      ({ entry }) => (entry.type === "act" || entry.type === "outcome") && entry.act === name,
    ),
  ).at(-1);
}
