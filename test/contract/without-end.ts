/** Work that ends only when it is told to, and what tells that it was. */
import { implement } from "@orpc/server";
import { contract } from "../../shared/contract/contract.ts";
import type { FakeHostOptions } from "../fixtures/core/fake-host.ts";

/** A question that nobody answers, and the signal that its handler got. */
export function openQuestion(): {
  readonly begun: Promise<AbortSignal | undefined>;
  readonly answers: { readonly hostKeys: { readonly next: unknown } };
} {
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  const next = implement(contract).hostKeys.next.handler(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("left")), { once: true });
        begun.resolve(signal);
      }),
  );
  return { begun: begun.promise, answers: { hostKeys: { next } } };
}

/** A start of the practice cluster with one step. */
export function endlessStart() {
  const ended = Promise.withResolvers<void>();
  const practice: NonNullable<FakeHostOptions["practice"]> = {
    up: (_options, onProgress, signal) =>
      new Promise((resolve) => {
        onProgress({ doing: "starting", done: 0, of: 1, remainingMs: null });
        signal?.addEventListener("abort", () => {
          ended.resolve();
          resolve();
        });
      }),
  };
  return { ended: ended.promise, practice };
}
