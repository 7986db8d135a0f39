import type { Level } from "../../consistency/levels.ts";
import { murmur3Token } from "../../cql/murmur3-token.ts";
import type { KeyspaceDefinition, TableDefinition } from "../schema/definitions.ts";
import { mergeRows, noRow, sameRow, type Row } from "../storage/row.ts";
import { decodeRow, encodeRow } from "../storage/row-record.ts";
import {
  Acks,
  neededBy,
  planFor,
  timeouts,
  unavailable,
  type Coordination,
  type Done,
  type Plan,
} from "./coordination.ts";

/** A replica that is this late makes the coordinator ask one more, as `speculative_retry = '99p'` does. */
const speculateAfterMs = 50;

/**
 * Reads a row from as many living replicas as the level wants, this node first, and one more when they are late. The
 * newest of what they hold is the answer; replicas that hold less are mended first, unless the table has read repair
 * off.
 */
export function readRow(
  coordination: Coordination,
  keyspace: KeyspaceDefinition,
  table: TableDefinition,
  key: Uint8Array,
  level: Level,
  done: Done<Row>,
): void {
  const placement = coordination.placement();
  const replicas = placement.replicasOf(keyspace, murmur3Token(key));
  const plan = planFor(coordination, keyspace, level, replicas);
  const refused = unavailable(plan, placement);
  if (refused !== undefined) return done({ ok: false, error: refused });

  const { chosen, spare } = contacted(coordination, plan);
  const acks = new Acks(plan.requirement, placement);
  const found = new Map<string, Row>();
  // Counted before they are asked: this node answers itself at once.
  let outstanding = chosen.length;
  let failures = 0;
  let answered = false;
  const finish = (): void => {
    if (answered) return;
    if (acks.met) {
      answered = true;
      const merged = [...found.values()].reduce(mergeRows, noRow);
      mend(coordination, table, key, merged, found, () => done({ ok: true, value: merged }));
    } else if (outstanding === 0) {
      answered = true;
      done({ ok: false, error: readError(plan, acks.received, failures, found.size > 0) });
    }
  };
  const ask = (address: string): void => {
    const request = { kind: "read", tableId: table.id, key } as const;
    coordination.request(address, request, timeouts.readMs, (reply) => {
      outstanding--;
      if (reply?.kind === "row") {
        acks.add(address);
        found.set(address, reply.row === undefined ? noRow : decodeRow(reply.row));
      } else if (reply !== undefined) failures++;
      finish();
    });
  };
  for (const address of chosen) ask(address);
  const [extra] = spare;
  if (extra !== undefined) {
    coordination.world.after(speculateAfterMs, () => {
      if (answered) return;
      outstanding++;
      ask(extra);
    });
  }
}

/** The replicas to ask: this node first, then by their place on the ring, no more than the level needs. */
export function contacted(
  coordination: Coordination,
  { requirement, live }: Plan,
): { readonly chosen: readonly string[]; readonly spare: readonly string[] } {
  const placement = coordination.placement();
  const distance = (address: string): number =>
    address === coordination.address ? 0 : placement.dcOf(address) === coordination.dc ? 1 : 2;
  const ordered = live.toSorted((a, b) => distance(a) - distance(b));
  const local = requirement.kind === "local" ? requirement.dc : undefined;
  const usable = ordered.filter(
    (address) => local === undefined || placement.dcOf(address) === local,
  );
  if (requirement.kind === "each") {
    const left = new Map(requirement.replicas);
    const chosen = usable.filter((address) => {
      const dc = placement.dcOf(address) ?? "";
      const wanted = left.get(dc) ?? 0;
      left.set(dc, wanted - 1);
      return wanted > 0;
    });
    return { chosen, spare: usable.filter((address) => !chosen.includes(address)) };
  }
  const count = neededBy(requirement);
  return { chosen: usable.slice(0, count), spare: usable.slice(count) };
}

/** The error of a read that did not get enough answers. */
export function readError(plan: Plan, received: number, failures: number, dataPresent: boolean) {
  const counts = {
    consistency: plan.level,
    received,
    blockFor: neededBy(plan.requirement),
    dataPresent,
  };
  return failures > 0
    ? ({
        kind: "read failure",
        message: `Operation failed - received ${received} responses and ${failures} failures`,
        ...counts,
        numFailures: failures,
      } as const)
    : ({
        kind: "read time-out",
        message: `Operation timed out - received only ${received} responses.`,
        ...counts,
      } as const);
}

/** Read repair: writes the newest row to the replicas among `found` that hold less, then goes on. */
function mend(
  coordination: Coordination,
  table: TableDefinition,
  key: Uint8Array,
  merged: Row,
  found: ReadonlyMap<string, Row>,
  then: () => void,
): void {
  const behind =
    table.readRepair === "NONE"
      ? []
      : [...found].filter(([, row]) => !sameRow(row, merged)).map(([address]) => address);
  let left = behind.length;
  if (left === 0) return then();
  const mutation = { tableId: table.id, key, row: encodeRow(merged) };
  for (const address of behind) {
    coordination.request(address, { kind: "mutation", mutation }, timeouts.writeMs, () => {
      if (--left === 0) then();
    });
  }
}
