/** The line to the host as the screens see it. */
import { createStore, type Store } from "./store.ts";

export type LineState =
  | { readonly kind: "connecting"; readonly since: number }
  | { readonly kind: "open"; readonly since: number }
  /** Not open; `retryAt` undefined means that nothing will be tried again. */
  | {
      readonly kind: "lost";
      readonly since: number;
      readonly why: string;
      readonly retryAt: number | undefined;
    };

export type LineStore = Store<LineState>;

/** A line that is being opened. */
export function createLine(now: number): LineStore {
  return createStore<LineState>({ kind: "connecting", since: now });
}

/** Wait before the n-th try (0-based) to reach the host again, in ms: quick first, then every 5 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(5_000, 250 * 2 ** attempt);
}
