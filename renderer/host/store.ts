/** State outside React: one value, replaced as a whole, with listeners. */
import { useSyncExternalStore } from "react";

/** What a reader needs of a store. */
export interface Readable<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<T> extends Readable<T> {
  readonly set: (next: T) => void;
}

/** A store that starts with `initial`. Setting the same value again tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The part of a store that `select` gives; the component draws again only when that part is another value.
 * `select` must give the same object for the same state (a part of it, never a new array).
 */
export function useStore<T, P>(store: Readable<T>, select: (state: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
