import type { CqlResponse } from "../../../shared/cql/response.ts";
import type { AskOptions } from "./connection.ts";

/** Stream ids of protocol 4: 0 to 32,767. */
const maxStreams = 32_768;

/** One request that was sent and not answered. */
interface PendingRequest {
  readonly resolve: (response: CqlResponse) => void;
  readonly reject: (error: Error) => void;
  /** Monotonic milliseconds at which the asker stops waiting. */
  readonly deadlineMs: number;
  readonly options: AskOptions;
}

/**
 * Which stream id belongs to which request. An id whose asker gave up stays taken until its answer comes: given to
 * another request before, that one would get the late answer.
 */
export class StreamTable {
  /** By stream id: a request, "given up", or undefined when the id is free. */
  readonly #slots: (PendingRequest | "given up" | undefined)[] = [];
  readonly #free: number[] = [];

  /** Takes an id for a request; undefined when all 32,768 are taken. */
  add(request: PendingRequest): number | undefined {
    const stream = this.#free.pop() ?? this.#slots.length;
    if (stream >= maxStreams) return undefined;
    this.#slots[stream] = request;
    return stream;
  }

  /** The request that an answer belongs to; frees its id. Undefined when nobody asked. */
  take(stream: number): PendingRequest | "given up" | undefined {
    const request = this.#slots[stream];
    if (request === undefined) return undefined;
    this.#slots[stream] = undefined;
    this.#free.push(stream);
    return request;
  }

  /** Takes out the requests whose deadline has come; their ids stay taken. */
  giveUp(nowMs: number): PendingRequest[] {
    const late: PendingRequest[] = [];
    for (const [stream, request] of this.#slots.entries()) {
      if (request === undefined || request === "given up" || request.deadlineMs > nowMs) continue;
      this.#slots[stream] = "given up";
      late.push(request);
    }
    return late;
  }

  /** The earliest deadline of the requests that are waited for; undefined when there are none. */
  earliestDeadlineMs(): number | undefined {
    let earliest: number | undefined;
    for (const request of this.#slots) {
      if (request === undefined || request === "given up") continue;
      if (earliest === undefined || request.deadlineMs < earliest) earliest = request.deadlineMs;
    }
    return earliest;
  }

  /** Takes out everything that is waited for. */
  clear(): PendingRequest[] {
    const all = this.#slots.filter((slot) => slot !== undefined && slot !== "given up");
    this.#slots.length = 0;
    this.#free.length = 0;
    return all;
  }
}
