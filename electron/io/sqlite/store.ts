/** The store as the core sees it; the work is done in a thread, see store-worker.ts. */
import { Worker } from "node:worker_threads";
import type { Store } from "../../core/deps.ts";
import type { StoreAnswers, StoreRead, StoreReply, StoreWrite } from "./store-protocol.ts";

export interface StoreOptions {
  /** Path of the SQLite file. */
  readonly file: string;
  /** Where the thread's code is: the source file, or its bundle in a package. */
  readonly workerUrl: URL;
}

/** Starts the thread and gives the store at once; what goes wrong with the file is told by `problems()`. */
export function openStore({ file, workerUrl }: StoreOptions): Store {
  const worker = new Worker(workerUrl, { workerData: { file }, name: "store", execArgv: [] });
  const waiting = new Map<
    number,
    { resolve: (answer: never) => void; reject: (why: Error) => void }
  >();
  let nextId = 1;
  let ended: string | undefined;
  let fileProblem: string | undefined;
  let writeProblem: string | undefined;

  const end = (why: string): void => {
    ended ??= why;
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  };
  worker.on("message", (reply: StoreReply) => {
    if ("problem" in reply) {
      const text = reply.problem === "" ? undefined : reply.problem;
      if (reply.about === "file") fileProblem = text;
      else writeProblem = text;
      return;
    }
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("error" in reply) call?.reject(new Error(reply.error));
    else call?.resolve(reply.answer as never);
  });
  worker.on("error", (error) => end(`the store's thread ended: ${error.message}`));
  const gone = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      end("the store is closed");
      resolve();
    });
  });

  const write = (request: StoreWrite): void => {
    if (ended === undefined) worker.postMessage({ write: request });
  };
  const ask = <Op extends StoreRead["op"]>(
    request: StoreRead & { op: Op },
  ): Promise<StoreAnswers[Op]> => {
    if (ended !== undefined) return Promise.reject(new Error(ended));
    const id = nextId++;
    return new Promise<StoreAnswers[Op]>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, read: request });
    });
  };

  return {
    problems: () =>
      [fileProblem, writeProblem, ended === "the store is closed" ? undefined : ended].filter(
        (text) => text !== undefined,
      ),
    addSamples: (profile, at, rows) => {
      if (rows.length > 0) write({ op: "samples", profile, at, rows });
    },
    addEvents: (profile, events) => {
      if (events.length > 0) write({ op: "events", profile, events });
    },
    events: (profile, fromMs, limit) => ask({ op: "read events", profile, fromMs, limit }),
    series: (profile, fromMs, toMs, points) => ask({ op: "series", profile, fromMs, toMs, points }),
    setLastLook: (profile, at, text) => write({ op: "look", profile, at, text }),
    lastLooks: async () => {
      const rows = await ask({ op: "looks" });
      return new Map(rows.map(({ profile, at, text }) => [profile, { at, text }]));
    },
    addRun: (run) => write({ op: "run", run }),
    runs: () => ask({ op: "runs" }),
    forget: (profile) => write({ op: "forget", profile }),
    flush: async () => {
      await ask({ op: "flush" });
    },
    close: async () => {
      if (ended === undefined) await ask({ op: "close" });
      await gone;
    },
  };
}
