/** The browser host's token: it arrives in the fragment, which is never sent over the network. */

const slot = "ringdrill.token";

/** What a fragment such as `#token=abc` carries, else undefined. */
export function tokenInFragment(fragment: string): string | undefined {
  return /^#?token=([A-Za-z0-9_-]+)/.exec(fragment)?.[1];
}

/**
 * Takes the token out of the address (so that it is not copied or photographed with it) and keeps it for this
 * tab, so that a reload still has it. Gives undefined when the tab never had one.
 */
export function takeToken(location: Location, history: History, kept: Storage): string | undefined {
  const fresh = tokenInFragment(location.hash);
  if (fresh !== undefined) {
    kept.setItem(slot, fresh);
    history.replaceState(null, "", `${location.pathname}${location.search}`);
    return fresh;
  }
  return kept.getItem(slot) ?? undefined;
}
