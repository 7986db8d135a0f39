/**
 * The store's layout, step by step. A step is never changed once released; `PRAGMA user_version` counts them.
 * A sample is one row of REALs (8 bytes each, NULL takes none) under a key of small integers: about 130 bytes.
 */
import { laneNames } from "../../../shared/contract/series.ts";

/** Columns of `samples`, in the order of `laneNames`. */
export const laneColumns: readonly string[] = laneNames.map((_, i) => `v${i}`);

export const migrations: readonly string[] = [
  `
  CREATE TABLE nodes (
    id INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    key TEXT NOT NULL,
    address TEXT NOT NULL,
    UNIQUE (profile, key)
  );
  -- tier 0: as looked (10 s, 1 s in drills), 1: a minute, 2: ten minutes
  CREATE TABLE samples (
    node INTEGER NOT NULL,
    tier INTEGER NOT NULL,
    at INTEGER NOT NULL,
    v0 REAL, v1 REAL, v2 REAL, v3 REAL, v4 REAL, v5 REAL,
    v6 REAL, v7 REAL, v8 REAL, v9 REAL, v10 REAL, v11 REAL,
    PRIMARY KEY (node, tier, at)
  ) WITHOUT ROWID;
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    at INTEGER NOT NULL,
    node TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX events_by_time ON events (profile, at);
  CREATE TABLE runs (
    run_id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    folder TEXT NOT NULL,
    profile TEXT NOT NULL
  );
  CREATE TABLE looks (
    profile TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
  );
  `,
];
