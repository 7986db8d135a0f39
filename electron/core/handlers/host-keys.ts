/** The contract's `hostKeys`. */
import { implement } from "@orpc/server";
import { contract } from "../../../shared/contract/contract.ts";
import type { HostKeyQueue } from "../host-key-queue.ts";

export function hostKeyHandlers(queue: HostKeyQueue) {
  const api = implement(contract).hostKeys;
  return {
    next: api.next.handler(({ input, signal }) => queue.next(input.after, signal)),
    answer: api.answer.handler(({ input }) => ({ answered: queue.answer(input.id, input.accept) })),
  };
}
