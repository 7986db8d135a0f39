/** The current route as a store, and the one way to change it. */
import { createStore } from "../host/store.ts";
import { formatRoute, parseRoute, type Route, type Screen } from "./route.ts";

export const routeStore = createStore<Route>(parseRoute(""));

/** Reads the address now and whenever it changes. */
export function watchAddress(scope: Window): void {
  const read = (): void => routeStore.set(parseRoute(scope.location.hash));
  scope.addEventListener("hashchange", read);
  read();
}

function show(route: Route): void {
  const next = formatRoute(route);
  if (window.location.hash !== next) window.location.hash = next;
}

/** Opens a screen of the same cluster, or of another when `profile` is given. The node drawer closes. */
export function go(screen: Screen, path: readonly string[] = [], profile?: string): void {
  const now = routeStore.get();
  show({ screen, path, profile: profile ?? now.profile, node: undefined, tab: undefined });
}

/** Opens the drawer of a node beside the current screen; undefined closes it. */
export function openNode(node: string | undefined, tab?: string): void {
  const now = routeStore.get();
  show({ ...now, node, tab: tab ?? (node === undefined ? undefined : now.tab) });
}
