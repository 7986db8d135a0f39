/**
 * A figure is known, stale or unknown; there is no fourth way to show one.
 * The JSON of a fact is its wire and report form, so the shape is the contract.
 */

/** Where a figure comes from. `raw` names the stored text of the look it was read in, when it was kept. */
export interface Source {
  /** Address of the node that was asked. */
  readonly node: string;
  /** Command, table or file, in the words an operator would type: `system_views.thread_pools`, `nodetool status`, `df -P -k`. */
  readonly what: string;
  /** How long the answer took, in milliseconds. */
  readonly tookMs: number;
  /** Key of the raw text in the session's raw store. */
  readonly raw?: string | undefined;
}

export interface Known<T> {
  readonly value: T;
  /** Milliseconds since the epoch on Ringdrill's clock. */
  readonly at: number;
  readonly source: Source;
}

/** The last value that was known, and why there is no newer one. */
export interface Stale<T> extends Known<T> {
  readonly stale: string;
}

export interface Unknown {
  readonly unknown: string;
}

export type Fact<T> = Known<T> | Stale<T> | Unknown;

/** A figure read just now. */
export function known<T>(value: T, at: number, source: Source): Known<T> {
  return { value, at, source };
}

/** No figure, and the reason in words that an operator can act on. */
export function unknown(why: string): Unknown {
  return { unknown: why };
}

/** True when the fact has no value at all. */
export function isUnknown<T>(fact: Fact<T>): fact is Unknown {
  return "unknown" in fact;
}

/** True when the fact has a value that was not confirmed by the last look. */
export function isStale<T>(fact: Fact<T>): fact is Stale<T> {
  return "stale" in fact;
}

/** True when the fact has a value, fresh or stale. */
export function hasValue<T>(fact: Fact<T>): fact is Known<T> | Stale<T> {
  return !("unknown" in fact);
}

/** The value if there is one, else undefined. Never turns an unknown into a number. */
export function valueOf<T>(fact: Fact<T>): T | undefined {
  return hasValue(fact) ? fact.value : undefined;
}

/** The fact after a look that failed: a known value turns stale, an unknown one gets the new reason. */
export function withheld<T>(before: Fact<T> | undefined, why: string): Stale<T> | Unknown {
  if (before === undefined || isUnknown(before)) return unknown(why);
  return { value: before.value, at: before.at, source: before.source, stale: why };
}

/** Applies `f` to the value and keeps time, source and staleness. */
export function mapFact<T, U>(fact: Fact<T>, f: (value: T) => U): Fact<U> {
  return isUnknown(fact) ? fact : { ...fact, value: f(fact.value) };
}
