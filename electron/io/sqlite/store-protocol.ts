/** What the store says to its thread and back. */
import type { ClusterEvent } from "../../../shared/contract/cluster-view.ts";
import type { Series } from "../../../shared/contract/series.ts";
import type { SampleRow, StoredRun } from "../../core/deps.ts";

export interface StoreWorkerData {
  /** Path of the SQLite file; `:memory:` keeps nothing. */
  readonly file: string;
}

export type StoreWrite =
  | {
      readonly op: "samples";
      readonly profile: string;
      readonly at: number;
      readonly rows: readonly SampleRow[];
    }
  | { readonly op: "events"; readonly profile: string; readonly events: readonly ClusterEvent[] }
  | { readonly op: "look"; readonly profile: string; readonly at: number; readonly text: string }
  | { readonly op: "run"; readonly run: StoredRun }
  | { readonly op: "forget"; readonly profile: string };

export type StoreRead =
  | {
      readonly op: "series";
      readonly profile: string;
      readonly fromMs: number;
      readonly toMs: number;
      readonly points: number;
    }
  | {
      readonly op: "read events";
      readonly profile: string;
      readonly fromMs: number;
      readonly limit: number;
    }
  | { readonly op: "looks" }
  | { readonly op: "runs" }
  /** Answered when everything before it is done. */
  | { readonly op: "flush" }
  | { readonly op: "close" };

export interface StoreAnswers {
  readonly series: Series;
  readonly "read events": readonly ClusterEvent[];
  readonly looks: readonly { profile: string; at: number; text: string }[];
  readonly runs: readonly StoredRun[];
  readonly flush: null;
  readonly close: null;
}

export type StoreRequest =
  { readonly write: StoreWrite } | { readonly id: number; readonly read: StoreRead };

export type StoreReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string }
  /** A sentence for `problems()`; an empty one takes the last back: writing works again. */
  | { readonly problem: string; readonly about: "file" | "write" };
