/** Messages between the host and the thread of the load. */
import type { DriverEvent, LoadSpec } from "../../core/deps.ts";
import type { LedgerCounts, LoadSecond } from "../../../shared/contract/drill.ts";
import type { FailureDetail } from "../../../shared/facts/failure.ts";
import type { ShareBucket } from "./success-share.ts";

export type LoadWorkerData =
  | { readonly mode: "run"; readonly spec: LoadSpec }
  | { readonly mode: "preload"; readonly spec: LoadSpec; readonly rows: number };

export type ToLoadWorker = "stop";

export interface LoadTick {
  readonly seconds: readonly LoadSecond[];
  readonly events: readonly DriverEvent[];
  readonly share: readonly ShareBucket[];
  readonly counts: LedgerCounts;
}

export type FromLoadWorker =
  | { readonly type: "started" }
  | { readonly type: "refused"; readonly failure: FailureDetail | undefined; readonly text: string }
  | { readonly type: "tick"; readonly tick: LoadTick }
  | { readonly type: "preloaded"; readonly rows: number }
  /** The ledger cannot be written: nothing more is sent, what is known is kept. */
  | { readonly type: "broken"; readonly why: string }
  | { readonly type: "done"; readonly counts: LedgerCounts };
