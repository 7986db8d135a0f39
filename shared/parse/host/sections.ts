import { Tally, type Parsed } from "../parsed.ts";

/** What one part of a compound script printed. */
export interface Section {
  readonly name: string;
  /** Exactly what the command printed, stdout and stderr together, lines ended by LF. */
  readonly text: string;
  /** Exit code of the command; undefined when the text ends before the part did. */
  readonly code: number | undefined;
}

/**
 * Cuts the output of a compound script into its parts. A part begins with the line `@@MARKER:name` and ends with
 * an empty line's break and `@@MARKER:name=CODE`. The marker is random for each run, so that no file's contents can
 * pass for one. What stands before the first part (banners of the login shell) is ignored.
 * Incomplete when a part has no end or the part `end` (the script's last) is missing.
 */
export function parseSections(text: string, marker: string): Parsed<ReadonlyMap<string, Section>> {
  const tally = new Tally();
  const sections = new Map<string, Section>();
  const prefix = `@@${marker}:`;
  let open: { name: string; lines: string[] } | undefined;

  for (const raw of text.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const control = line.startsWith(prefix)
      ? /^([a-z][a-z.-]*)(?:=(\d+))?$/.exec(line.slice(prefix.length))
      : null;
    if (control === null) {
      if (open === undefined) tally.ignore(line);
      else open.lines.push(line);
      continue;
    }
    const [, name = "", code] = control;
    tally.took();
    if (code === undefined) {
      if (open !== undefined) sections.set(open.name, cutShort(open));
      open = { name, lines: [] };
    } else if (open?.name === name) {
      sections.set(name, { name, text: open.lines.join("\n"), code: Number(code) });
      open = undefined;
    } else {
      tally.fail(line);
    }
  }
  if (open !== undefined) sections.set(open.name, cutShort(open));
  const cut = [...sections.values()].some((section) => section.code === undefined);
  return tally.done(sections, cut || !sections.has("end"));
}

function cutShort(open: { name: string; lines: string[] }): Section {
  return { name: open.name, text: open.lines.join("\n"), code: undefined };
}
