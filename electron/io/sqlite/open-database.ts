/** Opens the store's file so that a broken one costs its history, never the application. */
import { existsSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { migrations } from "./migrations.ts";

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  /** A sentence when the file could not be used as it was. */
  readonly problem: string | undefined;
}

/**
 * Opens or creates `file`, checks it whole and brings its layout up to date. A broken file is renamed to
 * `FILE.broken-TIME` and a new one begun; a file of a newer release is left alone and history is kept in memory.
 * @param now milliseconds since the epoch, for the name of a file that is moved aside
 */
export function openDatabase(file: string, now: number): OpenedDatabase {
  try {
    return { db: openChecked(file), problem: undefined };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof NewerLayout) {
      return {
        db: openChecked(":memory:"),
        problem: `${file}: ${why}; history of this session is not kept`,
      };
    }
    try {
      const aside = moveAside(file, now);
      return {
        db: openChecked(file),
        problem: `${file} could not be used (${why}); it was moved to ${aside} and a new one was begun`,
      };
    } catch (second) {
      const again = second instanceof Error ? second.message : String(second);
      return {
        db: openChecked(":memory:"),
        problem: `${file} cannot be written (${again}); history of this session is not kept`,
      };
    }
  }
}

class NewerLayout extends Error {}

function openChecked(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA busy_timeout = 5000");
    // WAL with NORMAL: a killed process loses nothing that was committed, a power cut at most the last commits.
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = NORMAL");
    const check = db.prepare("PRAGMA quick_check(1)").get() as Record<string, unknown> | undefined;
    const verdict = check === undefined ? "no answer" : String(Object.values(check)[0]);
    if (verdict !== "ok") throw new Error(verdict);
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: DatabaseSync): void {
  // Two hosts may open a new file at once: the second waits here and then finds nothing to do.
  db.exec("BEGIN IMMEDIATE");
  try {
    const row = db.prepare("PRAGMA user_version").get() as { user_version: number };
    if (row.user_version > migrations.length) {
      throw new NewerLayout(
        `the file was written by a newer Ringdrill (layout ${row.user_version})`,
      );
    }
    for (const step of migrations.slice(row.user_version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

function moveAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, "-");
  const aside = `${file}.broken-${stamp}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}
