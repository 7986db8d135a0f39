/** The load as the core sees it; the work is done in a thread, see load-worker.ts. */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { DriverEvent, LoadClient, LoadHandle, LoadSpec } from "../../core/deps.ts";
import type { LedgerCounts, LoadSecond } from "../../../shared/contract/drill.ts";
import { LedgerRows, readLedgerRows } from "../../../shared/drill/ledger-rows.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import type { FromLoadWorker, LoadWorkerData, ToLoadWorker } from "./load-protocol.ts";
import type { ShareBucket } from "./success-share.ts";

export interface LoadClientOptions {
  /** Where the thread's code is: load-worker.ts, or its bundle in a package. */
  readonly workerUrl: URL;
}

const mostRecent = 600;
/** The thread waits 13 s for answers; what is longer is a thread that hangs. */
const stopLimitMs = 20_000;

/** Threads that put load on a cluster through cassandra-driver and keep its ledger. */
export function createLoadClient({ workerUrl }: LoadClientOptions): LoadClient {
  return {
    preload: async (spec, rows, onProgress) => {
      const thread = openThread(workerUrl, { mode: "preload", spec, rows });
      thread.onMessage((message) => {
        if (message.type === "preloaded") onProgress(message.rows);
        else if (message.type === "refused") thread.end(errorOf(message));
        else if (message.type === "done") thread.end(undefined);
      });
      const error = await thread.ended;
      await thread.close();
      if (error !== undefined) throw error;
    },
    start: (spec) => startLoad(openThread(workerUrl, { mode: "run", spec }), spec),
  };
}

async function startLoad(thread: Thread, spec: LoadSpec): Promise<LoadHandle> {
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<LedgerCounts>();
  const failed = Promise.withResolvers<string>();
  let seconds: LoadSecond[] = [];
  let events: DriverEvent[] = [];
  let recent: ShareBucket[] = [];
  let counts = new LedgerRows().counts(false);
  let started = false;

  thread.onMessage((message) => {
    switch (message.type) {
      case "started":
        started = true;
        begun.resolve();
        break;
      case "refused":
        thread.end(errorOf(message));
        break;
      case "tick":
        seconds.push(...message.tick.seconds);
        events.push(...message.tick.events);
        recent = [...recent, ...message.tick.share].slice(-mostRecent);
        counts = message.tick.counts;
        break;
      case "broken":
        failed.resolve(message.why);
        break;
      case "done":
        done.resolve(message.counts);
        thread.end(undefined);
        break;
      case "preloaded":
        break;
    }
  });
  void thread.ended.then((error) => {
    if (error === undefined) return;
    if (started) failed.resolve(`The load ended by itself: ${error.message}`);
    else begun.reject(error);
  });
  try {
    await begun.promise;
  } catch (error) {
    await thread.close();
    throw error;
  }

  let stopping: Promise<LedgerCounts> | undefined;
  const stop = async (): Promise<LedgerCounts> => {
    thread.post("stop");
    const limit = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => limit.resolve(undefined), stopLimitMs);
    const last = await Promise.race([
      done.promise,
      thread.ended.then(() => undefined),
      limit.promise,
    ]);
    clearTimeout(timer);
    // "done" and the end of the thread come together; the counts are what was asked for.
    const told = last ?? (await Promise.race([done.promise, Promise.resolve(undefined)]));
    await thread.close();
    counts = told ?? readLedgerRows(await readFile(spec.ledgerFile)).rows.counts(true);
    return counts;
  };

  return {
    take: () => {
      const taken = { seconds, events };
      seconds = [];
      events = [];
      return taken;
    },
    counts: () => counts,
    recent: () => recent,
    stop: () => (stopping ??= stop()),
    failed: failed.promise,
  };
}

interface Thread {
  readonly ended: Promise<Error | undefined>;
  onMessage(listener: (message: FromLoadWorker) => void): void;
  post(message: ToLoadWorker): void;
  /** Settles `ended`; the first one counts. */
  end(error: Error | undefined): void;
  /** Waits a moment for the thread to close its connections, then ends it. */
  close(): Promise<void>;
}

function openThread(workerUrl: URL, workerData: LoadWorkerData): Thread {
  const worker = new Worker(workerUrl, { workerData, name: "load", execArgv: [] });
  const ended = Promise.withResolvers<Error | undefined>();
  const gone = Promise.withResolvers<void>();
  worker.on("error", (error) =>
    ended.resolve(error instanceof Error ? error : new Error(String(error))),
  );
  worker.on("exit", (code) => {
    ended.resolve(new Error(`its thread ended with code ${code}`));
    gone.resolve();
  });
  return {
    ended: ended.promise,
    onMessage: (listener) => worker.on("message", listener),
    post: (message) => worker.postMessage(message),
    end: (error) => ended.resolve(error),
    close: async () => {
      const timer = setTimeout(() => void worker.terminate(), 500);
      await gone.promise;
      clearTimeout(timer);
    },
  };
}

function errorOf({ failure, text }: FromLoadWorker & { type: "refused" }): Error {
  return failure === undefined ? new Error(text) : new Failure(failure);
}
