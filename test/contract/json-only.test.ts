/** Only JSON text crosses: no schema of the contract has room for anything else, so every way to the host is alike. */
import { getEventIteratorSchemaDetails, isContractProcedure } from "@orpc/contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { contract } from "../../shared/contract/contract.ts";

/** Every schema of the contract by the path of its call. */
function schemas(node: unknown, path: readonly string[] = []): [string, z.ZodType][] {
  if (!isContractProcedure(node)) {
    return Object.entries(node as Record<string, unknown>).flatMap(([name, child]) =>
      schemas(child, [...path, name]),
    );
  }
  const { inputSchema, outputSchema, errorMap } = node["~orpc"];
  const steps = getEventIteratorSchemaDetails(outputSchema)?.yields;
  const errors = Object.entries(errorMap).map(
    ([code, error]) => [code, (error as { readonly data?: unknown }).data] as const,
  );
  return [["in", inputSchema] as const, ["out", steps ?? outputSchema] as const, ...errors]
    .filter(([, schema]) => schema !== undefined)
    .map(([which, schema]) => [`${path.join(".")} ${which}`, schema as z.ZodType]);
}

const all = schemas(contract);
/** Each schema once: the typed errors belong to every call. */
const distinct = [...new Map(all.map(([path, schema]) => [schema, path])).entries()].map(
  ([schema, path]) => [path, schema] as const,
);

/** Parts of a JSON schema that allow anything at all. */
function open(schema: unknown, where: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const found = Object.entries(schema).flatMap(([key, child]) => open(child, `${where}/${key}`));
  const isSchema = /\/(properties\/[^/]+|items|additionalProperties|anyOf\/\d+)$/.test(where);
  return isSchema && Object.keys(schema).length === 0 ? [where, ...found] : found;
}

describe("the schemas of the contract", () => {
  it("are all found: each call has an answer, and each knows the typed errors", () => {
    const calls = new Set(all.map(([path]) => path.split(" ")[0]));
    expect(calls.size).toBeGreaterThan(30);
    for (const call of calls) {
      expect(
        all.some(([path]) => path === `${call} out`),
        call,
      ).toBe(true);
      expect(
        all.some(([path]) => path === `${call} NEEDS_SECRET`),
        call,
      ).toBe(true);
    }
  });

  it.each(distinct)(
    "%s is JSON and nothing more: no Date, Map, Set, bigint or undefined",
    (_path, schema) => {
      // Throws for every type that JSON has not.
      expect(open(z.toJSONSchema(schema, { io: "output" }), "")).toEqual([]);
    },
  );

  it("the check would see a Date, a bigint and a value of any kind", () => {
    expect(() => z.toJSONSchema(z.object({ at: z.date() }))).toThrow("cannot be represented");
    expect(() => z.toJSONSchema(z.object({ token: z.bigint() }))).toThrow("cannot be represented");
    expect(open(z.toJSONSchema(z.object({ x: z.unknown() })), "")).toEqual(["/properties/x"]);
  });
});
