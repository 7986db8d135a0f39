import type { Application, Digest, EndpointState } from "./endpoint-state.ts";

type KnownState = EndpointState & { readonly application: Application };

/** Compares what two nodes know of all nodes, so that only what is newer is sent. */
export class DigestBook {
  readonly #states: () => readonly KnownState[];

  constructor(states: () => readonly KnownState[]) {
    this.#states = states;
  }

  all(): readonly Digest[] {
    return this.#states().map(digestOf);
  }

  /** What this node knows better than the digests' sender, and what it wants to hear. */
  compare(theirs: readonly Digest[]): {
    readonly states: readonly EndpointState[];
    readonly wanted: readonly Digest[];
  } {
    const states: EndpointState[] = [];
    const wanted: Digest[] = [];
    const named = new Set<string>();
    const mine = new Map(this.#states().map((state) => [state.address, state]));
    for (const digest of theirs) {
      named.add(digest.address);
      const state = mine.get(digest.address);
      if (state === undefined) wanted.push(nothingOf(digest.address));
      else if (isNewer(state, digest)) states.push(partFor(state, digest));
      else if (isNewer(digest, state)) wanted.push(digestOf(state));
    }
    for (const state of mine.values()) if (!named.has(state.address)) states.push(state);
    return { states, wanted };
  }

  /** The state of the digest's node, if it is newer here. */
  newerThan(digest: Digest): readonly EndpointState[] {
    const state = this.#states().find((each) => each.address === digest.address);
    return state !== undefined && isNewer(state, digest) ? [partFor(state, digest)] : [];
  }
}

function digestOf({ address, generation, heartbeat, application }: KnownState): Digest {
  return { address, generation, heartbeat, applicationVersion: application.version };
}

function nothingOf(address: string): Digest {
  return { address, generation: -1, heartbeat: -1, applicationVersion: -1 };
}

interface Age {
  readonly generation: number;
  readonly heartbeat: number;
}

function isNewer(a: Age, b: Age): boolean {
  return (
    a.generation > b.generation || (a.generation === b.generation && a.heartbeat > b.heartbeat)
  );
}

/** Without what the receiver has already. */
function partFor(state: KnownState, digest: Digest): EndpointState {
  const { address, generation, heartbeat, application } = state;
  const has = digest.generation === generation && digest.applicationVersion >= application.version;
  return { address, generation, heartbeat, application: has ? undefined : application };
}
