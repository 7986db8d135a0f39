/** Samples in SQLite: writing, thinning with age, and reading as series. */
import type { DatabaseSync } from "node:sqlite";
import { laneNames, type LaneName, type Series } from "../../../shared/contract/series.ts";
import type { SampleRow } from "../../core/deps.ts";
import { laneColumns } from "./migrations.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Step between rows of a tier, for telling a gap from the normal distance. */
const tierStepMs = [10_000, minute, 10 * minute] as const;

/** Worst value of a bucket where a mean would hide it. */
const byMax: ReadonlySet<LaneName> = new Set(["gcPauseMs", "dropped"]);
const aggregates = laneNames
  .map((lane, i) => `${byMax.has(lane) ? "max" : "avg"}(${laneColumns[i]})`)
  .join(", ");

/** Writes one row a node at `at`; a second write for the same instant replaces the first. */
export function addSamples(
  db: DatabaseSync,
  profile: string,
  at: number,
  rows: readonly SampleRow[],
): void {
  const node = db.prepare(
    `INSERT INTO nodes (profile, key, address) VALUES (?, ?, ?)
     ON CONFLICT (profile, key) DO UPDATE SET address = excluded.address RETURNING id`,
  );
  const places = laneColumns.map(() => "?").join(", ");
  const insert = db.prepare(
    `INSERT OR REPLACE INTO samples (node, tier, at, ${laneColumns.join(", ")}) VALUES (?, 0, ?, ${places})`,
  );
  for (const row of rows) {
    const { id } = node.get(profile, row.node, row.address) as { id: number };
    insert.run(id, Math.round(at), ...laneColumns.map((_, i) => row.values[i] ?? null));
  }
}

/**
 * Thins with age: rows as looked for a day, a minute's for two weeks, ten minutes' for a year. Each step is one
 * transaction of whole buckets, so that a kill leaves either the old rows or the new one.
 */
export function thin(db: DatabaseSync, now: number): void {
  merge(db, 0, 1, minute, now - day);
  merge(db, 1, 2, 10 * minute, now - 14 * day);
  db.prepare("DELETE FROM samples WHERE tier = 2 AND at < ?").run(now - 365 * day);
  db.prepare("DELETE FROM events WHERE at < ?").run(now - 365 * day);
}

function merge(db: DatabaseSync, from: number, to: number, bucketMs: number, before: number): void {
  const cutoff = Math.floor(before / bucketMs) * bucketMs;
  db.exec("BEGIN IMMEDIATE");
  try {
    db.prepare(
      `INSERT OR REPLACE INTO samples (node, tier, at, ${laneColumns.join(", ")})
       SELECT node, ${to}, (at / ${bucketMs}) * ${bucketMs}, ${aggregates}
       FROM samples WHERE tier = ${from} AND at < ? GROUP BY node, at / ${bucketMs}`,
    ).run(cutoff);
    db.prepare(`DELETE FROM samples WHERE tier = ${from} AND at < ?`).run(cutoff);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

type SeriesRow = { node: number; bucket: number; tier: number } & Record<string, number | null>;

/**
 * Series of every node of a profile between two instants (ms since the epoch, both included), with at most
 * `points` instants. Instants without any row are left out; a gap longer than rows normally lie apart is marked by
 * one instant of nulls, so that no chart draws a line through it.
 */
export function readSeries(
  db: DatabaseSync,
  profile: string,
  fromMs: number,
  toMs: number,
  points: number,
): Series {
  // A gap mark needs room of its own: at worst every second instant is one.
  const wanted = Math.max(1, Math.floor(points / 2));
  const span = Math.max(1, toMs - fromMs + 1);
  const bucketMs = evenBucket(Math.max(1_000, Math.ceil(span / wanted)));
  const nodes = db
    .prepare("SELECT id, key, address FROM nodes WHERE profile = ? ORDER BY address, key")
    .all(profile) as { id: number; key: string; address: string }[];
  const select = db.prepare(
    `SELECT node, at / ${bucketMs} AS bucket, max(tier) AS tier,
       ${laneNames.map((lane, i) => `${byMax.has(lane) ? "max" : "avg"}(${laneColumns[i]}) AS ${laneColumns[i]}`).join(", ")}
     FROM samples WHERE node = ? AND tier IN (0, 1, 2) AND at BETWEEN ? AND ? GROUP BY at / ${bucketMs}`,
  );
  const rows = nodes.map((node) => select.all(node.id, fromMs, toMs) as SeriesRow[]);
  const at = instants(rows, bucketMs);
  const index = new Map(at.map((instant, i) => [instant, i]));
  const withRows = nodes
    .map((node, i) => ({ node, rows: rows[i] ?? [] }))
    .filter((entry) => entry.rows.length > 0);
  return {
    at,
    nodes: withRows.map(({ node, rows: own }) => ({
      key: node.key,
      address: node.address,
      lanes: Object.fromEntries(
        laneNames.map((lane, l) => {
          const values = Array.from<number | null>({ length: at.length }).fill(null);
          for (const row of own) {
            const place = index.get(row.bucket * bucketMs);
            const value = row[laneColumns[l] ?? ""];
            if (place !== undefined && typeof value === "number") values[place] = value;
          }
          return [lane, values];
        }),
      ) as Record<LaneName, (number | null)[]>,
    })),
  };
}

/** Rows lie on multiples of 10 s outside drills: a bucket that is none would hold one row here and two there. */
function evenBucket(ms: number): number {
  return ms <= 1_000 ? 1_000 : Math.ceil(ms / 10_000) * 10_000;
}

function instants(rows: readonly (readonly SeriesRow[])[], bucketMs: number): number[] {
  const tiers = new Map<number, number>();
  for (const row of rows.flat())
    tiers.set(row.bucket, Math.max(tiers.get(row.bucket) ?? 0, row.tier));
  const buckets = [...tiers.keys()].toSorted((a, b) => a - b);
  const at: number[] = [];
  for (const bucket of buckets) {
    const before = at.at(-1);
    const instant = bucket * bucketMs;
    const normal = Math.max(bucketMs, tierStepMs[tiers.get(bucket) ?? 0] ?? 0);
    if (before !== undefined && instant - before > 3.5 * normal) {
      at.push(Math.round((before + instant) / 2));
    }
    at.push(instant);
  }
  return at;
}
