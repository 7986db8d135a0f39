/** The store's thread: the only place that touches SQLite, because its calls block. */
import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "./open-database.ts";
import { addSamples, readSeries, thin } from "./samples.ts";
import type {
  StoreRead,
  StoreReply,
  StoreRequest,
  StoreWorkerData,
  StoreWrite,
} from "./store-protocol.ts";

const thinEveryMs = 10 * 60_000;

function write(db: DatabaseSync, request: StoreWrite): void {
  switch (request.op) {
    case "samples":
      addSamples(db, request.profile, request.at, request.rows);
      break;
    case "events": {
      const insert = db.prepare(
        "INSERT INTO events (profile, at, node, kind, text) VALUES (?, ?, ?, ?, ?)",
      );
      for (const event of request.events) {
        insert.run(request.profile, Math.round(event.at), event.node, event.kind, event.text);
      }
      break;
    }
    case "look":
      db.prepare("INSERT OR REPLACE INTO looks (profile, at, text) VALUES (?, ?, ?)").run(
        request.profile,
        Math.round(request.at),
        request.text,
      );
      break;
    case "run":
      db.prepare(
        "INSERT OR REPLACE INTO runs (run_id, at, folder, profile) VALUES (?, ?, ?, ?)",
      ).run(request.run.runId, Math.round(request.run.at), request.run.folder, request.run.profile);
      break;
    case "forget":
      db.prepare("DELETE FROM samples WHERE node IN (SELECT id FROM nodes WHERE profile = ?)").run(
        request.profile,
      );
      for (const table of ["nodes", "events", "looks"]) {
        db.prepare(`DELETE FROM ${table} WHERE profile = ?`).run(request.profile);
      }
      break;
  }
}

function read(db: DatabaseSync, request: StoreRead): unknown {
  switch (request.op) {
    case "series":
      return readSeries(db, request.profile, request.fromMs, request.toMs, request.points);
    case "read events": {
      const rows = db
        .prepare(
          `SELECT at, node, kind, text FROM events WHERE profile = ? AND at >= ? ORDER BY at DESC, id DESC LIMIT ?`,
        )
        .all(request.profile, request.fromMs, request.limit);
      return rows.toReversed();
    }
    case "looks":
      return db.prepare("SELECT profile, at, text FROM looks").all();
    case "runs":
      return db
        .prepare("SELECT run_id AS runId, at, folder, profile FROM runs ORDER BY at DESC")
        .all();
    case "flush":
      return null;
    case "close":
      db.close();
      return null;
  }
}

function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

const port = parentPort;
if (port !== null) {
  const say = (reply: StoreReply): void => port.postMessage(reply);
  const { db, problem } = openDatabase((workerData as StoreWorkerData).file, Date.now());
  if (problem !== undefined) say({ problem, about: "file" });

  let failing = false;
  const guarded = (work: () => void): void => {
    try {
      work();
      if (failing) say({ problem: "", about: "write" });
      failing = false;
    } catch (error) {
      failing = true;
      say({ problem: `history is not being written: ${messageOf(error)}`, about: "write" });
    }
  };
  const thinNow = (): void => guarded(() => thin(db, Date.now()));
  thinNow();
  const timer = setInterval(thinNow, thinEveryMs);

  port.on("message", (request: StoreRequest) => {
    if ("write" in request) {
      guarded(() => inTransaction(db, () => write(db, request.write)));
      return;
    }
    try {
      say({ id: request.id, answer: read(db, request.read) });
    } catch (error) {
      say({ id: request.id, error: messageOf(error) });
    }
    if (request.read.op === "close") {
      clearInterval(timer);
      port.close();
    }
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
