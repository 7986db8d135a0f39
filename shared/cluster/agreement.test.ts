import { describe, expect, test } from "vitest";
import { agreementOf, type ObserverRow } from "./agreement.ts";
import { schemaAgreementOf } from "./schema-agreement.ts";

/** A row in short: "1: 1=UN 2=DN*4" (changes after the star), "1 paused: …", "1 silent". */
function row(text: string): ObserverRow {
  const [head = "", cells = ""] = text.split(": ");
  const [observer = "", mark] = head.split(" ");
  if (mark === "silent") return { observer, answered: false, why: "connection refused" };
  const sees = new Map(
    cells
      .split(" ")
      .filter((cell) => cell !== "")
      .map((cell) => {
        const [, key = "", state = "", changes = "0"] = /^(\w+)=(..)(?:\*(\d+))?$/.exec(cell) ?? [];
        return [key, { state, changes: Number(changes) }];
      }),
  );
  return { observer, answered: true, sees, paused: mark === "paused" };
}

function kinds(members: string, ...rows: string[]): string[] {
  const { disagreements } = agreementOf(members.split(""), rows.map(row));
  return disagreements.map(({ kind, nodes }) => `${kind} ${nodes.join("")}`);
}

describe("agreement of views", () => {
  test("all up in every view is agreed and no disagreement", () => {
    const all = "1=UN 2=UN 3=UN";
    const { nodes, disagreements } = agreementOf(
      ["1", "2", "3"],
      [`1: ${all}`, `2: ${all}`, `3: ${all}`].map(row),
    );
    expect(disagreements).toEqual([]);
    expect(nodes.get("3")).toEqual({ kind: "agreed", state: "UN", observers: ["1", "2", "3"] });
  });

  test("a node that is down for all others and silent itself is agreed down", () => {
    const { nodes, disagreements } = agreementOf(
      ["1", "2", "3"],
      ["1: 1=UN 2=UN 3=DN", "2: 1=UN 2=UN 3=DN", "3 silent"].map(row),
    );
    expect(disagreements).toEqual([]);
    expect(nodes.get("3")).toEqual({ kind: "agreed", state: "DN", observers: ["1", "2"] });
  });

  test("a node nobody says anything of has no answer, it is not up", () => {
    const { nodes } = agreementOf(["1", "2"], [row("1: 1=UN")]);
    expect(nodes.get("2")).toEqual({ kind: "no answer" });
  });

  test("while only one peer has noticed, the views differ and both sides are named", () => {
    const { nodes, disagreements } = agreementOf(
      ["1", "2", "3"],
      ["1: 1=UN 2=UN 3=DN", "2: 1=UN 2=UN 3=UN", "3 silent"].map(row),
      (key) => `n${key}`,
    );
    expect(nodes.get("3")?.kind).toBe("differs");
    expect(disagreements).toEqual([
      {
        kind: "views differ",
        nodes: ["3"],
        observers: ["1", "2"],
        text: "n3 is DN for n1, UN for n2",
      },
    ]);
  });

  test("nodes that take each other for down are a partition with its groups", () => {
    const { disagreements } = agreementOf(
      ["1", "2", "3"],
      ["1: 1=UN 2=UN 3=DN", "2: 1=UN 2=UN 3=DN", "3: 1=DN 2=DN 3=UN"].map(row),
    );
    expect(disagreements.map(({ kind, text }) => [kind, text])).toEqual([
      ["partition", "the nodes do not see each other: 1, 2 | 3"],
    ]);
  });

  test("an observer that takes all for down while they take it for up is behind, and so is one with a pause in its log", () => {
    expect(kinds("123", "1: 1=UN 2=DN 3=DN", "2: 1=UN 2=UN 3=UN", "3: 1=UN 2=UN 3=UN")).toEqual([
      "paused observer 1",
    ]);
    expect(
      kinds("123", "1 paused: 1=UN 2=UN 3=DN", "2: 1=UN 2=UN 3=UN", "3: 1=UN 2=UN 3=UN"),
    ).toEqual(["paused observer 1"]);
  });

  test("a node that comes and goes is flapping, whatever it is now", () => {
    expect(kinds("12", "1: 1=UN 2=UN*4", "2: 1=UN 2=UN")).toEqual(["flapping 2"]);
  });

  test("what gossip remembers and the ring does not hold is a ghost", () => {
    const { disagreements } = agreementOf(["1"], [row("1: 1=UN 9=DN")]);
    expect(disagreements).toMatchObject([{ kind: "ghost", nodes: ["9"], observers: ["1"] }]);
  });

  test("a node that is up for its peers and does not answer us is said so with the reason", () => {
    const { disagreements } = agreementOf(["1", "2"], ["1: 1=UN 2=UN", "2 silent"].map(row));
    expect(disagreements).toMatchObject([{ kind: "no answer", nodes: ["2"] }]);
    expect(disagreements[0]?.text).toContain("connection refused");
  });
});

describe("schema agreement", () => {
  test("only what a node says of itself counts, and silence is not agreement", () => {
    expect(
      schemaAgreementOf(
        new Map([
          ["1", "a"],
          ["2", "a"],
          ["3", undefined],
        ]),
      ),
    ).toEqual({
      agreed: true,
      versions: [{ version: "a", nodes: ["1", "2"] }],
      silent: ["3"],
    });
    expect(
      schemaAgreementOf(
        new Map([
          ["1", "b"],
          ["2", "a"],
          ["3", "a"],
        ]),
      ),
    ).toMatchObject({
      agreed: false,
      versions: [{ version: "a" }, { version: "b" }],
    });
    expect(schemaAgreementOf(new Map([["1", undefined]]))).toBeUndefined();
  });
});
