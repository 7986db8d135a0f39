/** Where the screens are: kept in the fragment, so that back, forward and a copied address work. */

export const screens = ["clusters", "overview", "topology", "load", "drills", "reports"] as const;
export type Screen = (typeof screens)[number];

export interface Route {
  readonly screen: Screen;
  /** What follows the screen: `["plan", "D-06"]`. */
  readonly path: readonly string[];
  readonly profile: string | undefined;
  /** Key of the node whose drawer is open, and its tab. */
  readonly node: string | undefined;
  readonly tab: string | undefined;
}

function isScreen(text: string | undefined): text is Screen {
  return (screens as readonly (string | undefined)[]).includes(text);
}

/** Reads a fragment; anything not understood leads to the list of clusters. */
export function parseRoute(fragment: string): Route {
  const [place = "", query = ""] = fragment.replace(/^#?\/?/, "").split("?");
  const [screen, ...path] = place.split("/").filter(Boolean).map(decodePart);
  const fields = new URLSearchParams(query);
  return {
    screen: isScreen(screen) ? screen : "clusters",
    path: isScreen(screen) ? path : [],
    profile: fields.get("cluster") ?? undefined,
    node: fields.get("node") ?? undefined,
    tab: fields.get("tab") ?? undefined,
  };
}

/** The fragment of a route, `#/drills/plan/D-06?cluster=practice`. */
export function formatRoute(route: Route): string {
  const place = [route.screen, ...route.path].map(encodeURIComponent).join("/");
  const fields = new URLSearchParams();
  if (route.profile !== undefined) fields.set("cluster", route.profile);
  if (route.node !== undefined) fields.set("node", route.node);
  if (route.node !== undefined && route.tab !== undefined) fields.set("tab", route.tab);
  const query = fields.toString();
  return `#/${place}${query === "" ? "" : `?${query}`}`;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A half-typed escape such as %E0 is taken as it stands.
    return part;
  }
}
