import { expect, test } from "vitest";
import { formatRoute, parseRoute, type Route } from "./route.ts";

test("a route survives the address bar, whatever the cluster is called", () => {
  const route: Route = {
    screen: "drills",
    path: ["plan", "D-06"],
    profile: "Zürich & co #1",
    node: "6d1f9f1c-0000",
    tab: "disks",
  };
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test("an address that is not understood leads to the list of clusters", () => {
  expect(parseRoute("#/nonsense/x")).toMatchObject({ screen: "clusters", path: [] });
  expect(parseRoute("")).toMatchObject({ screen: "clusters" });
  expect(parseRoute("#/drills/%E0")).toMatchObject({ screen: "drills", path: ["%E0"] });
});

test("a tab without a node is left out", () => {
  expect(
    formatRoute({ screen: "overview", path: [], profile: undefined, node: undefined, tab: "raw" }),
  ).toBe("#/overview");
});
