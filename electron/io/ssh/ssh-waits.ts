/** How long SSH waits for what. In one place, so that a test can shorten them and a reader can find them. */
export interface SshWaits {
  readonly lookupMs: number;
  /** A TCP connect to one address. */
  readonly connectMs: number;
  /** The jump host has to resolve the name and to connect before it answers. */
  readonly forwardMs: number;
  /** Greeting, key exchange and host key. */
  readonly greetingMs: number;
  /** The login; a person may have to touch a key for it. */
  readonly loginMs: number;
  /** A peer is given up after three unanswered probes: 6 to 8 s after its last sign of life. */
  readonly keepaliveMs: number;
  readonly keepaliveCount: number;
  /** How much longer than its own time a command waits for a channel. */
  readonly queueMs: number;
}

export const usualWaits: SshWaits = {
  lookupMs: 6000,
  connectMs: 6000,
  forwardMs: 10_000,
  greetingMs: 10_000,
  loginMs: 20_000,
  keepaliveMs: 2000,
  keepaliveCount: 3,
  queueMs: 15_000,
};
