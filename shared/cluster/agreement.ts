/** From what every node thinks of every other to one state of each node, and to the kinds of disagreement. */

/** What an observer thinks of another node. */
interface SeenState {
  /** Two letters as nodetool prints them: "UN", "DN", "UJ", "?N". */
  readonly state: string;
  /** How often the state changed in the window that the caller looks at. */
  readonly changes: number;
}

/** One observer's row of the matrix. */
export type ObserverRow =
  | {
      readonly observer: string;
      readonly answered: true;
      readonly sees: ReadonlyMap<string, SeenState>;
      /** The observer itself stood still in that window (a long pause in its log, heartbeats that all stopped). */
      readonly paused: boolean;
    }
  | { readonly observer: string; readonly answered: false; readonly why: string };

/** The state of a node for the whole cluster. */
type NodeAgreement =
  | { readonly kind: "agreed"; readonly state: string; readonly observers: readonly string[] }
  | { readonly kind: "differs"; readonly states: ReadonlyMap<string, readonly string[]> }
  | { readonly kind: "no answer" };

export interface Disagreement {
  readonly kind:
    "partition" | "paused observer" | "flapping" | "ghost" | "no answer" | "views differ";
  /** The nodes it is about. */
  readonly nodes: readonly string[];
  /** Who says so. */
  readonly observers: readonly string[];
  readonly text: string;
}

export interface Agreement {
  readonly nodes: ReadonlyMap<string, NodeAgreement>;
  /** Empty when all views agree. */
  readonly disagreements: readonly Disagreement[];
}

/** Changes in the window from which on a node is said to be flapping. */
const FLAPPING = 3;

type Answered = Extract<ObserverRow, { answered: true }>;

/**
 * Compares the views.
 * @param members keys of the ring's members; every other node that is seen is a ghost
 * @param rows one for each member that was asked
 * @param nameOf how a key is called in the sentences (an address)
 */
export function agreementOf(
  members: readonly string[],
  rows: readonly ObserverRow[],
  nameOf: (key: string) => string = (key) => key,
): Agreement {
  const answered = rows.filter((row) => row.answered);
  const nodes = new Map(members.map((member) => [member, stateOf(member, answered)]));
  const names = (keys: readonly string[]) => keys.map(nameOf).join(", ");
  const disagreements: Disagreement[] = [];
  const explained = new Set<string>();

  for (const row of rows) {
    const state = nodes.get(row.observer);
    if (row.answered || state?.kind !== "agreed" || !isUp(state.state)) continue;
    const text = `${nameOf(row.observer)} is ${state.state} for ${names(state.observers)} and does not answer itself: ${row.why}`;
    disagreements.push({
      kind: "no answer",
      nodes: [row.observer],
      observers: state.observers,
      text,
    });
  }
  for (const member of members) {
    const flapping = answered.filter((row) => (row.sees.get(member)?.changes ?? 0) >= FLAPPING);
    if (flapping.length === 0) continue;
    explained.add(member);
    const observers = flapping.map((row) => row.observer);
    const times = Math.max(...flapping.map((row) => row.sees.get(member)?.changes ?? 0));
    const text = `${nameOf(member)} went up and down ${times} times for ${names(observers)}`;
    disagreements.push({ kind: "flapping", nodes: [member], observers, text });
  }
  const groups = partitionOf(answered);
  if (groups !== undefined) {
    for (const member of members) explained.add(member);
    const text = `the nodes do not see each other: ${groups.map(names).join(" | ")}`;
    disagreements.push({ kind: "partition", nodes: groups.flat(), observers: groups.flat(), text });
  }
  const differing = members.filter(
    (member) => nodes.get(member)?.kind === "differs" && !explained.has(member),
  );
  for (const row of answered) {
    const alone = differing.filter(
      (member) => !explained.has(member) && isAlone(row, member, answered),
    );
    if (alone.length === 0 || !(row.paused || isPaused(row, alone, answered))) continue;
    for (const member of alone) explained.add(member);
    const text = `${nameOf(row.observer)} alone sees ${names(alone)} otherwise than the others: it stood still or is behind`;
    disagreements.push({
      kind: "paused observer",
      nodes: [row.observer],
      observers: [row.observer],
      text,
    });
  }
  for (const member of differing.filter((key) => !explained.has(key))) {
    const state = nodes.get(member);
    const states = state?.kind === "differs" ? [...state.states] : [];
    const said = states.map(([letters, by]) => `${letters} for ${names(by)}`).join(", ");
    disagreements.push({
      kind: "views differ",
      nodes: [member],
      observers: states.flatMap(([, by]) => by),
      text: `${nameOf(member)} is ${said}`,
    });
  }
  const strangers = new Set(
    answered.flatMap((row) => [...row.sees.keys()]).filter((key) => !members.includes(key)),
  );
  for (const stranger of strangers) {
    const observers = answered.filter((row) => row.sees.has(stranger)).map((row) => row.observer);
    const text = `${nameOf(stranger)} is known to ${names(observers)} and is not a member of the ring`;
    disagreements.push({ kind: "ghost", nodes: [stranger], observers, text });
  }
  return { nodes, disagreements };
}

function isUp(state: string): boolean {
  return state.startsWith("U");
}

function stateOf(member: string, answered: readonly Answered[]): NodeAgreement {
  const states = new Map<string, string[]>();
  for (const row of answered) {
    const seen = row.sees.get(member);
    if (seen !== undefined)
      states.set(seen.state, [...(states.get(seen.state) ?? []), row.observer]);
  }
  const [first, ...others] = states;
  if (first === undefined) return { kind: "no answer" };
  return others.length > 0
    ? { kind: "differs", states }
    : { kind: "agreed", state: first[0], observers: first[1] };
}

/** Groups of observers of which some pair takes each other for down; undefined when no pair does. */
function partitionOf(answered: readonly Answered[]): string[][] | undefined {
  const down = (a: Answered, b: Answered) => a.sees.get(b.observer)?.state.startsWith("D") === true;
  const pairs = answered.flatMap((a, i) => answered.slice(i + 1).map((b) => [a, b] as const));
  if (!pairs.some(([a, b]) => down(a, b) && down(b, a))) return undefined;
  const group = new Map(answered.map((row) => [row.observer, row.observer]));
  for (const [a, b] of pairs) {
    if (down(a, b) || down(b, a)) continue;
    const [from, to] = [group.get(b.observer), group.get(a.observer)];
    for (const [key, value] of group) if (value === from && to !== undefined) group.set(key, to);
  }
  const groups = new Map<string, string[]>();
  for (const [key, value] of group) groups.set(value, [...(groups.get(value) ?? []), key]);
  return [...groups.values()];
}

/** True when this observer says something of a node that no other observer (but the node itself) says. */
function isAlone(row: Answered, member: string, answered: readonly Answered[]): boolean {
  const state = row.sees.get(member)?.state;
  const others = answered.filter((other) => other !== row && other.sees.has(member));
  return (
    state !== undefined &&
    others.length > 0 &&
    others.every((other) => other.sees.get(member)?.state !== state)
  );
}

/** Alone with more than one node, all of which take the observer for up: the observer is behind, not they. */
function isPaused(row: Answered, alone: readonly string[], answered: readonly Answered[]): boolean {
  const down = alone.filter((member) => row.sees.get(member)?.state.startsWith("D") === true);
  const witnesses = answered.filter((other) => down.includes(other.observer));
  return (
    down.length > 1 &&
    witnesses.length > 0 &&
    witnesses.every((other) => isUp(other.sees.get(row.observer)?.state ?? ""))
  );
}
