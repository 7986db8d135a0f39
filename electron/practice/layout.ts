import { PracticeFailure } from "./practice-error.ts";

/** Where a node stands. Node n of the cluster is the n-th place, counted from 1. */
export interface Place {
  readonly dc: string;
  readonly rack: string;
}

/** A practice cluster has one to six nodes: more do not fit on one machine with the others' work. */
const maxNodes = 6;

const word = /^[A-Za-z][A-Za-z0-9_-]{0,30}$/;

/**
 * Reads `dc1:r1,r2,r3;dc2:r1,r2`: datacenters with one rack name for each node.
 * @throws PracticeFailure ("usage") with the part that is wrong.
 */
export function parseLayout(text: string): readonly Place[] {
  const places: Place[] = [];
  const seen = new Set<string>();
  for (const part of text.split(";")) {
    const [dc = "", racks, ...rest] = part.split(":").map((piece) => piece.trim());
    if (racks === undefined || rest.length > 0) {
      throw usage(`"${part.trim()}" is not DATACENTER:RACK,RACK`);
    }
    checkWord(dc, "datacenter");
    if (seen.has(dc)) throw usage(`datacenter "${dc}" is named twice`);
    seen.add(dc);
    for (const rack of racks.split(",").map((piece) => piece.trim())) {
      checkWord(rack, `rack of ${dc}`);
      places.push({ dc, rack });
    }
  }
  if (places.length > maxNodes) {
    throw usage(
      `it names ${String(places.length)} nodes, at most ${String(maxNodes)} are possible`,
    );
  }
  return places;
}

/**
 * `count` nodes in one datacenter `dc1`, each in a rack of its own, so that ownership is balanced at every RF.
 * @throws PracticeFailure ("usage")
 */
export function layoutOf(count: number): readonly Place[] {
  if (!Number.isInteger(count) || count < 1 || count > maxNodes) {
    throw new PracticeFailure(
      "usage",
      `A practice cluster has 1 to ${String(maxNodes)} nodes, not ${String(count)}.`,
    );
  }
  return Array.from({ length: count }, (_, i) => ({ dc: "dc1", rack: `r${String(i + 1)}` }));
}

/** The text `parseLayout` reads. */
export function layoutText(places: readonly Place[]): string {
  const byDc = new Map<string, string[]>();
  for (const { dc, rack } of places) byDc.set(dc, [...(byDc.get(dc) ?? []), rack]);
  return [...byDc].map(([dc, racks]) => `${dc}:${racks.join(",")}`).join(";");
}

/** Nodes in each datacenter, in the order of the layout. */
export function nodesByDatacenter(places: readonly Place[]): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const { dc } of places) count.set(dc, (count.get(dc) ?? 0) + 1);
  return count;
}

function checkWord(text: string, what: string): void {
  if (!word.test(text)) {
    throw usage(`"${text}" is not a name for a ${what} (letters, digits, "_" and "-")`);
  }
}

function usage(what: string): PracticeFailure {
  return new PracticeFailure(
    "usage",
    `The layout cannot be read: ${what}.`,
    `Write it like "dc1:r1,r2,r3;dc2:r1,r2".`,
  );
}
