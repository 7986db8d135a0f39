/**
 * The world as the core sees it. `electron/io` and `electron/practice` implement these; tests give their own.
 * Nothing here knows about sockets, files or processes.
 */
import type { FailureDetail } from "../../shared/facts/failure.ts";

export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Monotonic clock, milliseconds; its zero has no meaning. */
  monotonicMs(): number;
  /** Resolves after `ms`, rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What is needed to log in over SSH. Secrets are in memory only. */
export interface SshTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly auth: SshAuth;
  /** Hosts to hop over, first hop first. Each one's key is checked as well. */
  readonly jump: readonly SshTarget[];
  /** Files to check host keys against; the first one is where an accepted key is appended. */
  readonly knownHosts: readonly string[];
}

export type SshAuth =
  | { readonly kind: "agent"; readonly socket?: string | undefined }
  | { readonly kind: "key"; readonly file: string; readonly passphrase?: string | undefined }
  | { readonly kind: "password"; readonly password: string };

export interface HostKeyQuestion {
  readonly host: string;
  readonly port: number;
  readonly keyType: string;
  /** `SHA256:…` as ssh prints it. */
  readonly fingerprint: string;
}

/** Asked once for a host that no file knows; true appends the key to known_hosts. Changed keys are never asked about. */
export type HostKeyDecision = (question: HostKeyQuestion) => Promise<boolean>;

export interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code; null when the command was ended by a signal. */
  readonly code: number | null;
  readonly signal: string | undefined;
  readonly tookMs: number;
  /** True when `maxBytes` cut the output. */
  readonly truncated: boolean;
}

export interface SshSession {
  readonly host: string;
  /**
   * Runs a POSIX sh text: it is sent on stdin of `sh -s`, without a pty. `args` become $1 … $n, quoted by the
   * one quoting function. At most four channels are open at a time, further calls wait.
   * @throws Failure (hop "ssh channel", "command" or "tcp")
   */
  exec(script: string, options: ExecOptions): Promise<ExecResult>;
  /** Writes a file on the node (create or replace by rename) with the given mode; parents must exist. */
  writeFile(path: string, text: string, mode: number): Promise<void>;
  /** Resolves with the reason once the connection is gone, also after `close`. */
  readonly closed: Promise<FailureDetail>;
  close(): void;
}

export interface ExecOptions {
  readonly timeoutMs: number;
  readonly args?: readonly string[];
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface Ssh {
  /** Logs in; `onHop` hears each hop as it passes. @throws Failure */
  connect(target: SshTarget, decide: HostKeyDecision, onHop?: (hop: string) => void, signal?: AbortSignal): Promise<SshSession>;
}

/** A value of a CQL row as the codec gives it: text and numbers as they are, 64-bit integers as bigint, uuid and inet as text. */
export type CqlValue = null | string | number | bigint | boolean | Uint8Array | readonly CqlValue[] | Map<CqlValue, CqlValue> | { readonly [field: string]: CqlValue };
export type CqlRow = Readonly<Record<string, CqlValue>>;

export interface CqlTarget {
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly tls?: { readonly caFile?: string | undefined; readonly serverName?: string | undefined } | undefined;
  readonly connectTimeoutMs: number;
}

export interface CqlQueryOptions {
  /** Consistency level by name; ONE when left out. */
  readonly consistency?: string;
  readonly timeoutMs?: number;
  /** Rows a page; all pages are fetched. 1,000 when left out. */
  readonly pageSize?: number;
}

/** One socket to one node: what it answers is that node's own view. */
export interface CqlSession {
  readonly host: string;
  readonly port: number;
  /** Runs a statement with positional values, prepared once a session, and gives all rows. @throws Failure or CqlServerError */
  query(cql: string, values?: readonly CqlValue[], options?: CqlQueryOptions): Promise<readonly CqlRow[]>;
  readonly closed: Promise<FailureDetail>;
  close(): void;
}

export interface Cql {
  /** @throws Failure (hop "dns", "tcp", "cql connect", "cql login") */
  connect(target: CqlTarget, signal?: AbortSignal): Promise<CqlSession>;
}

export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
