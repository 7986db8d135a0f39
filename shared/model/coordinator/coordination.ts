import { blockFor, isMet, type Level, type Requirement } from "../../consistency/levels.ts";
import { CqlServerError, type CqlErrorDetail } from "../../cql/server-error.ts";
import type { Mutation, Request } from "../ring/message.ts";
import type { Placement } from "../ring/placement.ts";
import type { OnReply } from "../ring/requests.ts";
import type { KeyspaceDefinition } from "../schema/definitions.ts";
import type { ModelWorld } from "../world.ts";

/** Cassandra's defaults (cassandra.yaml of 4.0–5.0), in milliseconds. */
export const timeouts = {
  writeMs: 2_000,
  readMs: 5_000,
  rangeMs: 10_000,
  casContentionMs: 1_000,
  truncateMs: 60_000,
} as const;

/** What a coordinator has of its node. */
export interface Coordination {
  readonly world: ModelWorld;
  readonly address: string;
  readonly dc: string;
  placement(): Placement;
  isAlive(address: string): boolean;
  /** Asks a node, this one included; `onReply` is called exactly once, perhaps at once. */
  request(to: string, request: Request, timeoutMs: number, onReply: OnReply): void;
  /** Keeps a mutation for a node that did not take it; false when hints are not kept for it any more. */
  hint(address: string, mutation: Mutation): boolean;
}

/** The outcome of a request: its value, or the error that the client gets. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CqlErrorDetail };
export type Done<T> = (outcome: Outcome<T>) => void;

/** Replicas of a row, and how many of them a level wants. */
export interface Plan {
  readonly level: Level;
  readonly requirement: Requirement;
  readonly live: readonly string[];
  readonly dead: readonly string[];
}

/** @throws CqlServerError (invalid) where a level has no meaning for the keyspace */
export function planFor(
  coordination: Coordination,
  keyspace: KeyspaceDefinition,
  level: Level,
  replicas: readonly string[],
): Plan {
  const placement = coordination.placement();
  const requirement = blockFor(level, placement.replicationOf(keyspace), coordination.dc);
  if (requirement === undefined) {
    throw new CqlServerError({
      kind: "invalid",
      message: `${level} ConsistencyLevel is not supported for keyspace ${keyspace.name}`,
    });
  }
  return {
    level,
    requirement,
    live: replicas.filter((address) => coordination.isAlive(address)),
    dead: replicas.filter((address) => !coordination.isAlive(address)),
  };
}

/** The refusal of a request whose living replicas are not enough; undefined when they are. */
export function unavailable(
  { requirement, level, live }: Plan,
  placement: Placement,
): CqlErrorDetail | undefined {
  const dcs = live.flatMap((address) => placement.dcOf(address) ?? []);
  if (requirement.kind === "hint" || isMet(requirement, dcs)) return undefined;
  const alive =
    requirement.kind === "local" ? dcs.filter((dc) => dc === requirement.dc).length : dcs.length;
  return {
    kind: "unavailable",
    message: `Cannot achieve consistency level ${level}`,
    consistency: level,
    required: neededBy(requirement),
    alive,
  };
}

/** The number that errors name. */
export function neededBy(requirement: Requirement): number {
  switch (requirement.kind) {
    case "hint":
      return 1;
    case "anywhere":
    case "local":
      return requirement.replicas;
    case "each":
      return [...requirement.replicas.values()].reduce((sum, replicas) => sum + replicas, 0);
  }
}

/** Counts answers until they are enough. */
export class Acks {
  readonly #requirement: Requirement;
  readonly #placement: Placement;
  readonly #dcs: string[] = [];

  constructor(requirement: Requirement, placement: Placement) {
    this.#requirement = requirement;
    this.#placement = placement;
  }

  get received(): number {
    return this.#dcs.length;
  }

  add(address: string): void {
    const dc = this.#placement.dcOf(address);
    if (dc !== undefined) this.#dcs.push(dc);
  }

  get met(): boolean {
    // ANY is met by a hint as well, which is for the caller to say.
    return this.#requirement.kind === "hint"
      ? this.#dcs.length > 0
      : isMet(this.#requirement, this.#dcs);
  }
}
