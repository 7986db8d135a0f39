import { expect, test } from "vitest";
import { known, unknown, withheld } from "../../../shared/facts/fact.ts";
import { viewOf } from "../../../test/browser/fake-host/fake-view.ts";
import { unknownFigures } from "./unknown-figures.ts";

test("one reason on two nodes is one line, with the figures it costs", () => {
  const view = viewOf({ nodes: 3, at: 1_000_000 });
  const nodes = view.nodes.map((node, i) => {
    if (i === 0) return node;
    const why = `SSH of ${node.address} refuses the connection`;
    return {
      ...node,
      cpu: unknown(why),
      memory: unknown(why),
      load:
        i === 1
          ? withheld(known(1, 1, { node: "", what: "", tookMs: 1 }), "no beat for 30 s")
          : node.load,
    };
  });
  const groups = unknownFigures({ ...view, nodes });
  expect(groups.map((group) => [group.kind, group.figures, group.nodes.length])).toEqual([
    ["unknown", ["cpu", "memory"], 2],
    ["stale", ["load"], 1],
  ]);
});

test("nothing is listed when everything is known", () => {
  expect(unknownFigures(viewOf({ nodes: 3, at: 1_000_000 }))).toEqual([]);
});
