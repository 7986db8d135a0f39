import type { Message } from "./ring/message.ts";

/** What a node of the model has around it: a process gives it sockets and clocks, a test gives it a network in memory. */
export interface ModelWorld {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** A clock in milliseconds that never jumps; its zero has no meaning. */
  monotonicMs(): number;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Calls `act` once after `ms`; the function given back takes it back. */
  after(ms: number, act: () => void): () => void;
  /** Sends to another node, as well as it can: what cannot be sent is lost. */
  send(to: string, message: Message): void;
  log(line: ModelLogLine): void;
}

/** A line of system.log. */
export interface ModelLogLine {
  readonly level: "INFO" | "WARN" | "ERROR";
  readonly thread: string;
  /** Class file and line of the real node that writes this: `Gossiper.java:1458`. */
  readonly source: string;
  readonly text: string;
}
