/**
 * The world as the core sees it. `electron/io` and `electron/practice` implement these; tests give their own.
 * Nothing here knows about sockets, files or processes.
 */
import type { ClusterEvent } from "../../shared/contract/cluster-view.ts";
import type { DrillReport, ReportRow, VerifyResult } from "../../shared/contract/report.ts";
import type { LedgerCounts, LoadSecond } from "../../shared/contract/drill.ts";
import type { PracticeOptions, PracticeStatus, Progress } from "../../shared/contract/practice.ts";
import type { Profile, Secrets } from "../../shared/contract/profile.ts";
import type { Series } from "../../shared/contract/series.ts";
import type { JournalEntry, JournalLine } from "../../shared/drill/journal-entry.ts";
import type { CqlRow, CqlValue } from "../../shared/cql/value.ts";
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
  connect(
    target: SshTarget,
    decide: HostKeyDecision,
    onHop?: (hop: string) => void,
    signal?: AbortSignal,
  ): Promise<SshSession>;
}

export interface CqlTarget {
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly tls?:
    { readonly caFile?: string | undefined; readonly serverName?: string | undefined } | undefined;
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
  query(
    cql: string,
    values?: readonly CqlValue[],
    options?: CqlQueryOptions,
  ): Promise<readonly CqlRow[]>;
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

// ---- files of the application ---------------------------------------------------------------------------

/** One run's folder: journal, ledger, raw outputs, samples, report. Reports and replays come from it alone. */
export interface RunFolder {
  readonly path: string;
  readonly runId: string;
  /** Appends to journal.ndjson and syncs it to disk before it resolves. @throws FullDisk and other file errors by name */
  append(entry: JournalEntry): Promise<JournalLine>;
  /** SHA-256 of the last line. */
  head(): string;
  /** Appends one JSON line to another file of the folder (`load.ndjson`, `samples.ndjson`); not synced, not chained. */
  appendLine(file: string, value: unknown): Promise<void>;
  /** Writes a whole file (temp, sync, rename). */
  writeText(file: string, text: string): Promise<void>;
  readText(file: string): Promise<string | undefined>;
  readBytes(file: string): Promise<Uint8Array | undefined>;
  /** Every file but the journal, with size and SHA-256. */
  digests(): Promise<readonly { name: string; bytes: number; sha256: string }[]>;
  close(): Promise<void>;
}

/** What was read of a journal that another process left. A half-written last line is cut off and said. */
export interface JournalRead {
  readonly lines: readonly JournalLine[];
  /** Sentences about what was wrong: broken chain, half line, unreadable line. */
  readonly problems: readonly string[];
}

export interface RunFolders {
  /** Creates `<parent or data folder>/<runId>` and holds its lock (pid and start time) until close. */
  create(runId: string, parent?: string): Promise<RunFolder>;
  /** Opens an existing one for going on; a half-written last line is first moved to `journal.cut`. Refused while its owner lives. */
  reopen(path: string): Promise<{ folder: RunFolder; journal: JournalRead }>;
  read(path: string): Promise<JournalRead>;
  /** Folders under the data folder, newest first, also those created elsewhere by `--report-dir`. */
  list(): Promise<readonly { path: string; runId: string; ownerAlive: boolean }[]>;
}

// ---- the application's view: cassandra-driver in a thread of its own --------------------------------------

export interface LoadSpec {
  readonly contactPoints: readonly string[];
  readonly port: number;
  readonly localDc: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly tls?: CqlTarget["tls"];
  /** Every node's CQL address: the probe keeps one pinned connection to each. */
  readonly nodes: readonly string[];
  readonly keyspace: string;
  readonly table: string;
  readonly consistency: string;
  readonly kind: "read" | "write" | "mixed";
  readonly ratePerSecond: number;
  readonly probeRatePerSecond: number;
  /** Payloads are a function of seed, shard and seq. */
  readonly seed: number;
  /** Sequence numbers for the probe, one replica set after the other, used round and round (shard 1). */
  readonly probeSeqs: readonly number[];
  /** Path of ledger.bin. */
  readonly ledgerFile: string;
  /** For kind "read": shard 0 rows 0 … preloaded−1 were written before and are read round and round. */
  readonly preloaded: number;
}

export interface DriverEvent {
  readonly at: number;
  readonly client: "app" | "probe";
  readonly kind: "host up" | "host down" | "error";
  readonly host: string;
  readonly text: string;
}

export interface LoadHandle {
  /** Seconds that are complete since the last call, and what the drivers noticed. */
  take(): { readonly seconds: readonly LoadSecond[]; readonly events: readonly DriverEvent[] };
  counts(): LedgerCounts;
  /** The 100 ms success share of the app client, newest last, at most 600. */
  recent(): readonly { at: number; ok: number; bad: number }[];
  /** Ends the load, waits for what is in flight (bounded), syncs and closes the ledger. */
  stop(): Promise<LedgerCounts>;
  /** Resolves with the reason if the thread died. */
  readonly failed: Promise<string>;
}

export interface LoadClient {
  /** Writes `rows` rows (shard 0, seq 0 …) at `consistency`, all of them or a thrown Failure. */
  preload(spec: LoadSpec, rows: number, onProgress: (done: number) => void): Promise<void>;
  start(spec: LoadSpec): Promise<LoadHandle>;
}

// ---- the application's own data ---------------------------------------------------------------------------

/** One row of the store: a node's figures at an instant, in the order of `laneNames`; null where nothing was known. */
export interface SampleRow {
  readonly node: string;
  readonly address: string;
  readonly values: readonly (number | null)[];
}

/** A run as the store remembers it, so that runs written outside the data folder are found again. */
export interface StoredRun {
  readonly runId: string;
  readonly at: number;
  readonly folder: string;
  readonly profile: string;
}

/** SQLite behind a thread of its own. Writes are queued and never throw at the caller; what failed is in `problems()`. */
export interface Store {
  /** Sentences about what is wrong with the store: moved aside, not writable, full disk. */
  problems(): readonly string[];
  /** Rows of one look at a cluster, `at` in ms since the epoch. */
  addSamples(profile: string, at: number, rows: readonly SampleRow[]): void;
  addEvents(profile: string, events: readonly ClusterEvent[]): void;
  /** Newest last, at most `limit`. */
  events(profile: string, fromMs: number, limit: number): Promise<readonly ClusterEvent[]>;
  /** At most `points` instants; the mean of each bucket, the largest for pauses and dropped messages. */
  series(profile: string, fromMs: number, toMs: number, points: number): Promise<Series>;
  setLastLook(profile: string, at: number, text: string): void;
  lastLooks(): Promise<ReadonlyMap<string, { at: number; text: string }>>;
  addRun(run: StoredRun): void;
  runs(): Promise<readonly StoredRun[]>;
  /** Forgets samples, events and last look of a profile. */
  forget(profile: string): void;
  /** Resolves when all that was queued before is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** One JSON file a profile. */
export interface ProfileFiles {
  /** `problems` are sentences that name a file that could not be read; the others are still listed. */
  list(): Promise<{ readonly profiles: readonly Profile[]; readonly problems: readonly string[] }>;
  /** Creates or replaces; `replaces` is the old name when it was renamed. @throws file errors by name */
  save(profile: Profile, replaces?: string): Promise<void>;
  /** False when there was none. */
  remove(name: string): Promise<boolean>;
}

/** The OS keychain, where the host has one. */
export interface SecretStore {
  readonly canKeep: boolean;
  get(profile: string): Promise<Secrets | undefined>;
  put(profile: string, secrets: Secrets): Promise<void>;
  remove(profile: string): Promise<void>;
}

/** One host collects a profile. */
export interface SessionLocks {
  /** The lock, or a sentence that names who holds it. */
  take(
    profile: string,
  ): Promise<{ readonly release: () => Promise<void> } | { readonly heldBy: string }>;
}

export interface PracticeCluster {
  status(): Promise<PracticeStatus>;
  /** Starts or adopts it; progress is told as it happens. @throws an error whose message is a sentence with the next step */
  up(
    options: PracticeOptions,
    onProgress: (progress: Progress) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  down(): Promise<void>;
  reset(): Promise<void>;
  /** How to reach it, undefined while there is none. */
  access(): Promise<{ readonly profile: Profile; readonly secrets: Secrets } | undefined>;
}

/** Reports of runs, made from their folders alone. Every function throws a sentence when it is not a run's folder. */
export interface RunReports {
  /** Every run of this machine, newest first; a folder that cannot be read has a row that says why. */
  list(): Promise<ReportRow[]>;
  get(folder: string): Promise<DrillReport>;
  html(folder: string): Promise<string>;
  verify(folder: string, copies: readonly HeadCopy[]): Promise<VerifyResult>;
  /** Writes the forms into a folder (created if missing) and gives the paths. */
  export(
    folder: string,
    into: string,
    forms: readonly ("html" | "md" | "json" | "evidence")[],
  ): Promise<string[]>;
  /** Writes the report's forms into the run's own folder. */
  keep(folder: string): Promise<void>;
}

/** A copy of a chain's head that is kept outside of the run's folder, or why it could not be read. */
export interface HeadCopy {
  readonly where: string;
  readonly head?: string;
  readonly why?: string;
}
