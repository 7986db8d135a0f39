import type { Level } from "../../consistency/levels.ts";
import { murmur3Token } from "../../cql/murmur3-token.ts";
import type { CqlErrorDetail } from "../../cql/server-error.ts";
import type { Ballot, Mutation, Proposal, Reply, Request } from "../ring/message.ts";
import type { KeyspaceDefinition, TableDefinition } from "../schema/definitions.ts";
import { compareBallots } from "../storage/paxos-store.ts";
import { mergeRows, noRow, type Row } from "../storage/row.ts";
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
import { writeRow } from "./write.ts";

export interface CasRequest {
  readonly keyspace: KeyspaceDefinition;
  readonly table: TableDefinition;
  readonly key: Uint8Array;
  /** SERIAL or LOCAL_SERIAL. */
  readonly serial: Level;
  /** Level at which the change is committed. */
  readonly commit: Level;
  /** The row to write with `at` as its write time; undefined when the row does not meet the condition. */
  readonly change: (row: Row, at: number) => Row | undefined;
}

/** Undefined `row`: applied. Else what is there instead. */
export interface CasResult {
  readonly applied: boolean;
  readonly row: Row;
}

/**
 * A lightweight transaction on one row: Paxos in the three steps of Cassandra's StorageProxy.cas (prepare with read,
 * propose, commit). What another coordinator left half-done is finished first.
 */
export function compareAndSet(
  coordination: Coordination,
  cas: CasRequest,
  done: Done<CasResult>,
): void {
  const placement = coordination.placement();
  const replicas = placement.replicasOf(cas.keyspace, murmur3Token(cas.key));
  const plan = planFor(coordination, cas.keyspace, cas.serial, replicas);
  const refused = unavailable(plan, placement);
  if (refused !== undefined) return done({ ok: false, error: refused });
  const until = coordination.world.monotonicMs() + timeouts.casContentionMs;
  const attempt = (least: number): void => {
    prepare(coordination, plan, cas, least, (outcome) => {
      if (!outcome.ok) return done(outcome);
      const { ballot, outbid, accepted, row } = outcome.value;
      if (outbid !== undefined) return again(outbid);
      if (accepted !== undefined) {
        const mutation = accepted.mutation;
        return finish(coordination, plan, cas, { ballot, mutation }, "ANY", (finished) => {
          if (finished.ok) again(ballot);
          else done(finished);
        });
      }
      const wanted = cas.change(row, ballot.at);
      if (wanted === undefined) return done({ ok: true, value: { applied: false, row } });
      const mutation: Mutation = { tableId: cas.table.id, key: cas.key, row: encodeRow(wanted) };
      finish(coordination, plan, cas, { ballot, mutation }, cas.commit, (finished) => {
        if (!finished.ok) return done(finished);
        if (finished.value !== undefined) return again(finished.value);
        done({ ok: true, value: { applied: true, row } });
      });
    });
  };
  const again = (highest: Ballot): void => {
    const { world } = coordination;
    if (world.monotonicMs() > until) {
      return done({ ok: false, error: lateError(plan, 0, "Contention on the row") });
    }
    world.after(1 + Math.floor(world.random() * 50), () => attempt(highest.at + 1));
  };
  attempt(0);
}

interface Prepared {
  readonly ballot: Ballot;
  /** Somebody's higher ballot. */
  readonly outbid: Ballot | undefined;
  /** The newest proposal that was accepted somewhere and is not known to be committed. */
  readonly accepted: Proposal | undefined;
  readonly row: Row;
}

function prepare(
  coordination: Coordination,
  plan: Plan,
  cas: CasRequest,
  least: number,
  done: Done<Prepared>,
): void {
  const at = Math.max(
    coordination.world.now() * 1_000 + Math.floor(coordination.world.random() * 1_000),
    least,
  );
  const ballot: Ballot = { at, by: coordination.address };
  const request = { kind: "prepare", tableId: cas.table.id, key: cas.key, ballot } as const;
  askQuorum(coordination, plan, request, (outcome) => {
    if (!outcome.ok) return done(outcome);
    let outbid: Ballot | undefined;
    let accepted: Proposal | undefined;
    let row = noRow;
    for (const reply of outcome.value) {
      if (reply.kind !== "promise") continue;
      if (!reply.granted && (outbid === undefined || compareBallots(reply.highest, outbid) > 0))
        outbid = reply.highest;
      if (
        reply.accepted !== undefined &&
        (accepted === undefined || compareBallots(reply.accepted.ballot, accepted.ballot) > 0)
      )
        accepted = reply.accepted;
      if (reply.row !== undefined) row = mergeRows(row, decodeRow(reply.row));
    }
    done({ ok: true, value: { ballot, outbid, accepted, row } });
  });
}

/** Proposes and commits. Gives the ballot that was higher, undefined when it is committed. */
function finish(
  coordination: Coordination,
  plan: Plan,
  cas: CasRequest,
  proposal: Proposal,
  commit: Level,
  done: Done<Ballot | undefined>,
): void {
  askQuorum(coordination, plan, { kind: "propose", proposal }, (outcome) => {
    if (!outcome.ok) return done(outcome);
    const refusals = outcome.value.flatMap((reply) =>
      reply.kind === "accepted" && !reply.accepted ? [reply.highest] : [],
    );
    const highest = refusals.toSorted(compareBallots).at(-1);
    if (highest !== undefined) return done({ ok: true, value: highest });
    const as = { writeType: "CAS", request: { kind: "commit", proposal } as const };
    writeRow(coordination, cas.keyspace, proposal.mutation, commit, done, as);
  });
}

/** Asks all living replicas and goes on once enough have answered. */
function askQuorum(
  coordination: Coordination,
  plan: Plan,
  request: Request,
  done: Done<readonly Reply[]>,
): void {
  const acks = new Acks(plan.requirement, coordination.placement());
  const replies: Reply[] = [];
  let outstanding = plan.live.length;
  let answered = false;
  for (const address of plan.live) {
    coordination.request(address, request, timeouts.writeMs, (reply) => {
      outstanding--;
      if (answered) return;
      if (reply !== undefined && reply.kind !== "failed") {
        acks.add(address);
        replies.push(reply);
      }
      if (acks.met) {
        answered = true;
        done({ ok: true, value: replies });
      } else if (outstanding === 0) {
        answered = true;
        done({ ok: false, error: lateError(plan, acks.received, "Too few replicas answered") });
      }
    });
  }
}

function lateError(plan: Plan, received: number, why: string): CqlErrorDetail {
  return {
    kind: "write time-out",
    message: `CAS operation timed out: ${why}.`,
    consistency: plan.level,
    received,
    blockFor: neededBy(plan.requirement),
    writeType: "CAS",
  };
}
