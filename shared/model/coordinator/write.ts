import type { Level } from "../../consistency/levels.ts";
import { murmur3Token } from "../../cql/murmur3-token.ts";
import type { Mutation, Request } from "../ring/message.ts";
import type { KeyspaceDefinition } from "../schema/definitions.ts";
import {
  Acks,
  neededBy,
  planFor,
  timeouts,
  unavailable,
  type Coordination,
  type Done,
} from "./coordination.ts";

/**
 * Writes a row: to every living replica, whatever the level; answers when enough have it. Replicas that are down, or do
 * not answer in time, get a hint. Refused at once when too many are known to be down.
 */
export function writeRow(
  coordination: Coordination,
  keyspace: KeyspaceDefinition,
  mutation: Mutation,
  level: Level,
  done: Done<undefined>,
  as: { readonly writeType: string; readonly request: Request } = {
    writeType: "SIMPLE",
    request: { kind: "mutation", mutation },
  },
): void {
  const placement = coordination.placement();
  const replicas = placement.replicasOf(keyspace, murmur3Token(mutation.key));
  const plan = planFor(coordination, keyspace, level, replicas);
  const refused = unavailable(plan, placement);
  if (refused !== undefined) return done({ ok: false, error: refused });

  const acks = new Acks(plan.requirement, placement);
  let outstanding = plan.live.length;
  let failures = 0;
  let answered = false;
  const succeed = (): void => {
    if (answered) return;
    answered = true;
    done({ ok: true, value: undefined });
  };
  const settle = (): void => {
    if (answered || outstanding > 0) return;
    answered = true;
    const counts = {
      consistency: level,
      received: acks.received,
      blockFor: neededBy(plan.requirement),
      writeType: as.writeType,
    };
    const message = `Operation ${failures > 0 ? "failed" : "timed out"} - received ${failures > 0 ? "" : "only "}${acks.received} responses`;
    done({
      ok: false,
      error:
        failures > 0
          ? { kind: "write failure", message, ...counts, numFailures: failures }
          : { kind: "write time-out", message: `${message}.`, ...counts },
    });
  };
  for (const address of plan.live) {
    coordination.request(address, as.request, timeouts.writeMs, (reply) => {
      outstanding--;
      if (reply === undefined) {
        if (coordination.hint(address, mutation) && level === "ANY") succeed();
      } else if (reply.kind === "failed") failures++;
      else acks.add(address);
      if (acks.met) succeed();
      settle();
    });
  }
  for (const address of plan.dead) {
    if (coordination.hint(address, mutation) && level === "ANY") succeed();
  }
  settle();
}
