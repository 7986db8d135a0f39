import { expect, test } from "vitest";
import { layoutOf, layoutText, parseLayout } from "./layout.ts";
import { PracticeFailure } from "./practice-error.ts";

test("a layout names datacenters with one rack for each node", () => {
  const places = parseLayout("dc1:r1,r2,r3; dc2 : r1 ,r2");
  expect(places).toEqual([
    { dc: "dc1", rack: "r1" },
    { dc: "dc1", rack: "r2" },
    { dc: "dc1", rack: "r3" },
    { dc: "dc2", rack: "r1" },
    { dc: "dc2", rack: "r2" },
  ]);
  expect(layoutText(places)).toBe("dc1:r1,r2,r3;dc2:r1,r2");
});

test("a number of nodes is one datacenter with a rack for each", () => {
  expect(layoutText(layoutOf(3))).toBe("dc1:r1,r2,r3");
  expect(layoutText(layoutOf(1))).toBe("dc1:r1");
});

test.each([
  ["", `"" is not DATACENTER:RACK,RACK`],
  ["dc1", `"dc1" is not DATACENTER:RACK,RACK`],
  ["dc1:r1:r2", `"dc1:r1:r2" is not DATACENTER:RACK,RACK`],
  ["dc1:", `"" is not a name for a rack of dc1`],
  ["dc1:r1,,r2", `"" is not a name for a rack of dc1`],
  [":r1", `"" is not a name for a datacenter`],
  ["dc 1:r1", `"dc 1" is not a name for a datacenter`],
  ["dc1:r$(x)", `"r$(x)" is not a name for a rack of dc1`],
  ["dc1:r1;dc1:r2", `datacenter "dc1" is named twice`],
  ["dc1:a,b,c,d;dc2:a,b,c", "it names 7 nodes, at most 6 are possible"],
])("the layout %j is refused with the part that is wrong", (text, why) => {
  expect(() => parseLayout(text)).toThrow(why);
  expect(() => parseLayout(text)).toThrow(PracticeFailure);
});

test.each([0, 7, 2.5, Number.NaN])("%d nodes are refused", (count) => {
  expect(() => layoutOf(count)).toThrow("A practice cluster has 1 to 6 nodes");
});
