import { totalFactor, type Replication } from "../cluster/replication.ts";

export const levels = [
  "ANY",
  "ONE",
  "TWO",
  "THREE",
  "QUORUM",
  "ALL",
  "LOCAL_ONE",
  "LOCAL_QUORUM",
  "EACH_QUORUM",
  "SERIAL",
  "LOCAL_SERIAL",
] as const;
export type Level = (typeof levels)[number];

/** How many replicas must answer, and where they may be. */
export type Requirement =
  /** A hint is enough; for writes only. */
  | { readonly kind: "hint" }
  | { readonly kind: "anywhere"; readonly replicas: number }
  | { readonly kind: "local"; readonly dc: string; readonly replicas: number }
  | { readonly kind: "each"; readonly replicas: ReadonlyMap<string, number> };

/** The level by its name in any case; undefined for a name that is none. */
export function readLevel(name: string): Level | undefined {
  return levels.find((level) => level === name.trim().toUpperCase());
}

/** More than half of the replicas. */
export function quorumOf(factor: number): number {
  return Math.floor(factor / 2) + 1;
}

/**
 * How many replicas of a row must answer (ConsistencyLevel.blockFor, 3.0–5.0). With SimpleStrategy LOCAL_QUORUM
 * wants a quorum of all replicas, but counts only those of the coordinator's datacenter; EACH_QUORUM is QUORUM
 * there. A level can want more replicas than there are: then it never succeeds. Undefined for keyspaces whose
 * replicas have no number (local, unknown strategies) and for a local level without a datacenter.
 */
export function blockFor(
  level: Level,
  replication: Replication,
  localDc: string | undefined,
): Requirement | undefined {
  const total = totalFactor(replication);
  if (total === undefined) return undefined;
  const anywhere = (replicas: number): Requirement => ({ kind: "anywhere", replicas });
  const local = (replicas: number): Requirement | undefined =>
    localDc === undefined ? undefined : { kind: "local", dc: localDc, replicas };
  const localFactor =
    replication.kind === "network" ? (replication.factors[localDc ?? ""] ?? 0) : total;
  switch (level) {
    case "ANY":
      return { kind: "hint" };
    case "ONE":
      return anywhere(1);
    case "TWO":
      return anywhere(2);
    case "THREE":
      return anywhere(3);
    case "QUORUM":
    case "SERIAL":
      return anywhere(quorumOf(total));
    case "ALL":
      return anywhere(total);
    case "LOCAL_ONE":
      return local(1);
    case "LOCAL_QUORUM":
    case "LOCAL_SERIAL":
      return local(quorumOf(localFactor));
    case "EACH_QUORUM":
      if (replication.kind !== "network") return anywhere(quorumOf(total));
      return {
        kind: "each",
        replicas: new Map(
          Object.entries(replication.factors).map(([dc, factor]) => [dc, quorumOf(factor)]),
        ),
      };
  }
}

/** True when the living replicas, given by their datacenters, are enough. */
export function isMet(requirement: Requirement, livingDcs: readonly string[]): boolean {
  const inDc = (dc: string) => livingDcs.filter((living) => living === dc).length;
  switch (requirement.kind) {
    case "hint":
      return true;
    case "anywhere":
      return livingDcs.length >= requirement.replicas;
    case "local":
      return inDc(requirement.dc) >= requirement.replicas;
    case "each":
      return [...requirement.replicas].every(([dc, replicas]) => inDc(dc) >= replicas);
  }
}
