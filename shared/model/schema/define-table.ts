import type { ColumnDefinition, TableDefinition } from "./definitions.ts";
import { parseTypeText } from "./type-text.ts";

/**
 * A table from its columns in one line, in the order of `SELECT *`: `peer inet P, peer_port int C, rack text` where P
 * is the partition key and C (C- descending) the clustering.
 */
export function defineTable(
  keyspace: string,
  name: string,
  line: string,
  more: Partial<Pick<TableDefinition, "id" | "comment">> = {},
): TableDefinition {
  let keys = 0;
  let clusterings = 0;
  const columns = splitColumns(line).map((text): ColumnDefinition => {
    const match = /^(\S+) (.+?)(?: (P|C-?))?$/.exec(text);
    const [, column = "", typeText = "", mark] = match ?? [];
    const base = { name: column, typeText, type: parseTypeText(typeText) };
    if (mark === "P") return { ...base, kind: "partition_key", position: keys++, order: "none" };
    if (mark === undefined) return { ...base, kind: "regular", position: -1, order: "none" };
    const order = mark === "C" ? "asc" : "desc";
    return { ...base, kind: "clustering", position: clusterings++, order };
  });
  return {
    keyspace,
    name,
    id: more.id ?? "00000000-0000-0000-0000-000000000000",
    columns,
    comment: more.comment ?? "",
    readRepair: "BLOCKING",
    defaultTtlSeconds: 0,
    gcGraceSeconds: 0,
  };
}

/** Cuts at the commas that are followed by a column, not at those inside of a type. */
function splitColumns(line: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= line.length; at++) {
    const letter = line[at];
    if (letter === "<") depth++;
    else if (letter === ">") depth--;
    else if (letter === undefined || (letter === "," && depth === 0)) {
      parts.push(line.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== "");
}
