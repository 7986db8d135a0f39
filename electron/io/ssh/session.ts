/** A logged-in connection to one node: scripts and small files go over it. */
import type { FailureDetail } from "../../../shared/facts/failure.ts";
import type { ExecOptions, ExecResult, SshSession } from "../../core/deps.ts";
import { noFreeChannel } from "./command-failure.ts";
import type { Link } from "./link.ts";
import { runScript } from "./run-channel.ts";
import { timeoutProbe, timeoutStyleOf, type TimeoutStyle } from "./script-frame.ts";
import { Slots } from "./slots.ts";
import { cancelled } from "./ssh-failure.ts";
import { writeFileScript, writeResult } from "./write-file.ts";

/** sshd allows ten sessions on a connection (MaxSessions), some of which may belong to scripts that do not end. */
const channelCount = 4;
const defaultMaxBytes = 1024 * 1024;
const probeMs = 15_000;
const writeMs = 30_000;

export class Session implements SshSession {
  readonly host: string;
  readonly closed: Promise<FailureDetail>;
  readonly #links: readonly Link[];
  readonly #link: Link;
  readonly #slots = new Slots(channelCount);
  readonly #queueMs: number;
  #style: Promise<TimeoutStyle> | undefined;

  /** `links` are the jump hosts' connections in order; `link` is the node's own. The session owns them all. */
  constructor(links: readonly Link[], link: Link, queueMs: number) {
    this.#queueMs = queueMs;
    this.host = link.way.host;
    this.#links = links;
    this.#link = link;
    this.closed = new Promise((resolve) => {
      link.onLost((failure) => {
        this.#slots.close(failure);
        resolve(failure.detail);
        this.#closeAll();
      });
    });
  }

  async exec(script: string, options: ExecOptions): Promise<ExecResult> {
    const style = await this.#timeoutStyle(options.signal);
    return await this.#run(script, style, options);
  }

  async writeFile(path: string, text: string, mode: number): Promise<void> {
    const { script, args } = writeFileScript(path, text, mode);
    const result = await this.exec(script, { args, timeoutMs: writeMs });
    writeResult(this.#link.way, path, result);
  }

  close(): void {
    this.#closeAll();
  }

  #closeAll(): void {
    this.#link.close();
    for (const link of this.#links.toReversed()) link.close();
  }

  async #run(script: string, style: TimeoutStyle, options: ExecOptions): Promise<ExecResult> {
    const { signal, timeoutMs } = options;
    const { way } = this.#link;
    const limitMs = timeoutMs + this.#queueMs;
    const release = await this.#slots.take(signal, () => cancelled(way, "command"), {
      limitMs,
      late: () => noFreeChannel(way, channelCount, limitMs),
    });
    const { args = [], maxBytes = defaultMaxBytes } = options;
    try {
      return await runScript(
        this.#link,
        { script, args, timeoutMs, maxBytes, style, signal },
        release,
      );
    } catch (error) {
      // A script that cannot be framed never got a channel.
      if (error instanceof RangeError) release();
      throw error;
    }
  }

  /** Asked once a session; asked again after a failure. */
  #timeoutStyle(signal: AbortSignal | undefined): Promise<TimeoutStyle> {
    this.#style ??= this.#askTimeoutStyle();
    const style = this.#style;
    if (signal === undefined) return style;
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(cancelled(this.#link.way, "command"));
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      style.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    });
  }

  async #askTimeoutStyle(): Promise<TimeoutStyle> {
    try {
      const { stdout } = await this.#run(timeoutProbe, "none", { timeoutMs: probeMs });
      return timeoutStyleOf(stdout) ?? "none";
    } catch (error) {
      this.#style = undefined;
      throw error;
    }
  }
}
