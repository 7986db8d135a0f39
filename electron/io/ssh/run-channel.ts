/** One script on one channel, from opening it to its end. */
import { randomBytes } from "node:crypto";
import type { ClientChannel } from "ssh2";
import type { Failure } from "../../../shared/facts/failure.ts";
import type { ExecResult } from "../../core/deps.ts";
import { channelRefused, CommandTrouble } from "./command-failure.ts";
import type { Link } from "./link.ts";
import { MarkedOutput } from "./marked-output.ts";
import { framedScript, startCommand, type TimeoutStyle } from "./script-frame.ts";

export interface ScriptRun {
  readonly script: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly style: TimeoutStyle;
  readonly signal: AbortSignal | undefined;
}

const stderrCap = 64 * 1024;
/** What is dropped beyond the cap before the channel is closed: a script that prints without end would go on until its time is up. */
const dropCap = 4 * 1024 * 1024;
/** How much later than the node's own `timeout` we give up: its answer has to travel. */
const graceMs = 1000;

/**
 * Runs a script and gives its result. `ended` is called once the channel is really gone, which may be later than the
 * answer: a script that is out of time lives on until the node's `timeout` has ended it, and keeps its channel.
 * @throws Failure
 */
export function runScript(link: Link, run: ScriptRun, ended: () => void): Promise<ExecResult> {
  const startedAt = performance.now();
  const seconds = Math.max(1, Math.ceil(run.timeoutMs / 1000));
  const limitMs = run.style === "none" ? Math.max(run.timeoutMs, 1) : seconds * 1000 + graceMs;
  const mark = `ringdrill-${randomBytes(9).toString("hex")}`;
  const input = framedScript(run.script, run.args, mark);
  const out = new MarkedOutput(mark, run.maxBytes);
  const err = new MarkedOutput(mark, stderrCap);
  const trouble = new CommandTrouble(link.way, run.script, out, err);

  return new Promise((resolve, reject) => {
    let channel: ClientChannel | undefined;
    let settled = false;
    const settle = (finish: () => void): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      run.signal?.removeEventListener("abort", stop);
      finish();
    };
    const giveUp = (failure: Failure): void => {
      settle(() => reject(failure));
      channel?.close();
    };
    let exited = false;
    const timer = setTimeout(() => {
      giveUp(exited ? trouble.outputHeld(run.timeoutMs) : trouble.timedOut(run.timeoutMs));
    }, limitMs);
    const stop = (): void => giveUp(trouble.cancelled());
    run.signal?.addEventListener("abort", stop);
    const stopHearing = link.onLost((failure) => {
      giveUp(trouble.connectionLost(failure));
      ended();
    });
    const over = (): void => {
      stopHearing();
      ended();
    };

    const opened = (error: Error | undefined, stream: ClientChannel): void => {
      if (error !== undefined) {
        // A connection that breaks fails its channels before it says so itself: its own reason goes first.
        if (/not connected|no response from server/i.test(error.message)) return;
        setImmediate(() => {
          giveUp(channelRefused(link.way, error));
          over();
        });
        return;
      }
      channel = stream;
      const gone = new Promise<void>((done) => stream.stderr.once("close", done));
      stream.on("error", () => undefined); // a script may end before it has read all of its input
      stream.stderr.on("error", () => undefined);
      stream.on("data", (chunk: Buffer) => {
        out.push(chunk);
        if (out.seen > run.maxBytes + dropCap) giveUp(trouble.tooMuch(run.maxBytes));
      });
      stream.stderr.on("data", (chunk: Buffer) => err.push(chunk));
      stream.once("exit", () => (exited = true));
      stream.once("close", (code: number | null | undefined, signal: string | undefined) => {
        over();
        void gone.then(() => {
          const tookMs = performance.now() - startedAt;
          const failure = trouble.ofEnd(code, signal, tookMs, {
            timeoutMs: run.timeoutMs,
            onNodeMs: run.style === "none" ? undefined : seconds * 1000,
          });
          settle(() => {
            if (failure !== undefined) reject(failure);
            else
              resolve({
                stdout: out.text(),
                stderr: err.text(),
                code: code ?? null,
                signal: signal ?? undefined,
                tookMs,
                truncated: out.truncated || err.truncated,
              });
          });
        });
      });
      if (settled) stream.close();
      else stream.end(input);
    };
    try {
      link.client.exec(startCommand(run.style, seconds), opened);
    } catch (error) {
      // ssh2 throws when its socket is no longer writable; `lost` follows.
      opened(error instanceof Error ? error : new Error(String(error)), undefined as never);
    }
  });
}
