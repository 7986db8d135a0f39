import type { Socket } from "node:net";
import type { ColumnsMemo } from "../../../shared/cql/column-specs.ts";
import { decodeResponse } from "../../../shared/cql/decode-response.ts";
import { writeRequest } from "../../../shared/cql/encode-request.ts";
import { FrameReader } from "../../../shared/cql/frame-reader.ts";
import { opcodes, protocolVersion } from "../../../shared/cql/frame.ts";
import type { Frame } from "../../../shared/cql/frame.ts";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import type { CqlResponse } from "../../../shared/cql/response.ts";
import { WireWriter } from "../../../shared/cql/wire-writer.ts";
import type { FailureDetail, Hop } from "../../../shared/facts/failure.ts";
import { cqlFailure, textOf } from "./cql-failure.ts";
import { StreamTable } from "./stream-table.ts";

/** Largest send buffer that is kept for the next tick. */
const keptBufferBytes = 256 * 1024;

export interface AskOptions {
  readonly hop: Hop;
  readonly timeoutMs: number;
  /** The statement, for the failure's `command`; absent during the handshake. */
  readonly command?: string | undefined;
  readonly memo?: ColumnsMemo | undefined;
}

/** Requests and answers of the native protocol on one open socket, which it owns from now on. */
export class CqlConnection {
  readonly node: string;
  /** Resolves with the reason once the connection is gone. */
  readonly closed: Promise<FailureDetail>;
  readonly #socket: Socket;
  readonly #streams = new StreamTable();
  readonly #reader = new FrameReader("responses", (frame) => this.#answer(frame));
  readonly #resolveClosed: (detail: FailureDetail) => void;
  #out = new WireWriter(4096);
  #spare: WireWriter | undefined;
  #flushing = false;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Infinity;
  #ended: FailureDetail | undefined;
  #socketError: string | undefined;

  constructor(socket: Socket, node: string) {
    this.node = node;
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<FailureDetail>();
    this.closed = promise;
    this.#resolveClosed = resolve;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", (error) => (this.#socketError = error.message));
    socket.on("close", () => this.#lost());
  }

  /**
   * Sends a request and gives its answer, which may be an error of the node. All requests of one tick leave in one
   * write. @throws Failure when there is no answer in time or the connection ends; CqlValueError for unfit values
   */
  ask(request: CqlRequest, options: AskOptions): Promise<CqlResponse> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#endFailure(this.#ended, options));
      const deadlineMs = performance.now() + options.timeoutMs;
      const stream = this.#streams.add({ resolve, reject, deadlineMs, options });
      if (stream === undefined) return reject(this.#noStreamFailure(options));
      try {
        writeRequest(this.#out, stream, request);
      } catch (error) {
        this.#streams.take(stream);
        return reject(error);
      }
      this.#wakeAt(deadlineMs);
      if (this.#flushing) return;
      this.#flushing = true;
      // After all microtasks: whatever the answers of this tick make their askers send goes along.
      process.nextTick(() => this.#flush());
    });
  }

  /** Ends the connection for the reason given; nothing happens when it has ended. */
  end(detail: FailureDetail): void {
    if (this.#ended !== undefined) return;
    this.#ended = detail;
    clearTimeout(this.#timer);
    this.#socket.destroy();
    for (const { reject, options } of this.#streams.clear()) {
      reject(this.#endFailure(detail, options));
    }
    this.#resolveClosed(detail);
  }

  #flush(): void {
    this.#flushing = false;
    if (this.#ended !== undefined) return;
    const out = this.#out;
    this.#out = this.#spare ?? new WireWriter(4096);
    this.#spare = undefined;
    this.#socket.write(out.written(), () => {
      if (out.data.length > keptBufferBytes) return;
      out.length = 0;
      this.#spare = out;
    });
  }

  #receive(chunk: Buffer): void {
    if (this.#ended !== undefined) return;
    try {
      // A plain view: cutting a Buffer costs twice as much.
      this.#reader.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length));
    } catch (error) {
      this.#refuse(textOf(error));
    }
  }

  #answer(frame: Frame): void {
    if (this.#ended !== undefined) return;
    if (frame.version !== protocolVersion && frame.opcode !== opcodes.error) {
      return this.#refuse(`An answer in protocol version ${frame.version}`);
    }
    // Events: nobody registers for them here.
    if (frame.stream < 0 && frame.opcode !== opcodes.error) return;
    const pending = this.#streams.take(frame.stream);
    if (pending === "given up") return;
    if (pending === undefined) return this.#refuse(this.#unaskedText(frame));
    let response: CqlResponse;
    try {
      response = decodeResponse(frame, pending.options.memo);
    } catch (error) {
      return pending.reject(this.#unreadableFailure(pending.options, textOf(error)));
    }
    pending.resolve(response);
  }

  #unaskedText(frame: Frame): string {
    const text = `An answer on stream ${frame.stream}, on which nothing was asked`;
    if (frame.opcode !== opcodes.error) return text;
    try {
      const response = decodeResponse(frame);
      return response.kind === "error" ? response.error.message : text;
    } catch (error) {
      return `${text} (${textOf(error)})`;
    }
  }

  #wakeAt(deadlineMs: number): void {
    if (deadlineMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = deadlineMs;
    // One timer for all requests: it fires at the earliest deadline there was and looks at those that are left.
    this.#timer = setTimeout(() => this.#expire(), Math.max(1, deadlineMs - performance.now()));
    this.#timer.unref();
  }

  #expire(): void {
    this.#timerAtMs = Infinity;
    for (const { reject, options } of this.#streams.giveUp(performance.now())) {
      reject(this.#timeOutFailure(options));
    }
    const next = this.#streams.earliestDeadlineMs();
    if (next !== undefined) this.#wakeAt(next);
  }

  /** The node sends what is not CQL: nothing after it can be trusted. */
  #refuse(why: string): void {
    this.end(
      cqlFailure({
        hop: "cql query",
        kind: "unknown layout",
        node: this.node,
        message: `${this.node} sent what is not an answer of protocol ${protocolVersion}.`,
        next: "Check that the port is the CQL port, and what stands between this machine and the node.",
        said: why,
      }).detail,
    );
  }

  #lost(): void {
    const pending = this.#reader.pendingBytes;
    const middle = pending > 0 ? ` in the middle of an answer, after ${pending} bytes of it` : "";
    this.end(
      cqlFailure({
        hop: "tcp",
        kind: "connection lost",
        node: this.node,
        message: `The CQL connection to ${this.node} was lost${middle}.`,
        next: "Check whether the node still runs, then connect again.",
        said: this.#socketError,
      }).detail,
    );
  }

  #endFailure(detail: FailureDetail, { hop, command }: AskOptions) {
    return cqlFailure({ ...detail, hop, command });
  }

  #timeOutFailure({ hop, command, timeoutMs }: AskOptions) {
    return cqlFailure({
      hop,
      kind: "time-out",
      node: this.node,
      message: `No answer from ${this.node} within ${timeoutMs} ms.`,
      next: "Check the load, GC pauses and network of the node, or allow it more time.",
      command,
    });
  }

  #noStreamFailure({ hop, command }: AskOptions) {
    return cqlFailure({
      hop,
      kind: "no answer",
      node: this.node,
      message: `All stream ids of the connection to ${this.node} wait for answers.`,
      next: "Connect again, or send fewer requests at a time.",
      command,
    });
  }

  #unreadableFailure({ hop, command }: AskOptions, why: string) {
    return cqlFailure({
      hop,
      kind: "unknown layout",
      node: this.node,
      message: `The answer of ${this.node} could not be read.`,
      next: "Report this with the version of Cassandra and the statement.",
      command,
      said: why,
    });
  }
}
