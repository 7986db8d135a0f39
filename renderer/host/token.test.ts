import { expect, test } from "vitest";
import { takeToken, tokenInFragment } from "./token.ts";

function storage(): Storage {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  } as unknown as Storage;
}

test("a token is read from the fragment and nothing else is taken for one", () => {
  expect(tokenInFragment("#token=aB3_-x")).toBe("aB3_-x");
  expect(tokenInFragment("#/overview?token=abc")).toBeUndefined();
  expect(tokenInFragment("")).toBeUndefined();
});

test("the token leaves the address and is still there after a reload", () => {
  const kept = storage();
  const replaced: string[] = [];
  const history = {
    replaceState: (_s: unknown, _t: string, url: string) => replaced.push(url),
  } as unknown as History;
  const first = takeToken(
    { hash: "#token=abc", pathname: "/", search: "" } as Location,
    history,
    kept,
  );
  const later = takeToken(
    { hash: "#/overview", pathname: "/", search: "" } as Location,
    history,
    kept,
  );
  expect([first, later, replaced]).toEqual(["abc", "abc", ["/"]]);
});
