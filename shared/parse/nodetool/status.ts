import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { looksLikeStatusRow, readStatusRow, type StatusNode } from "./status-row.ts";
import { readToolError, type ToolError } from "./tool-error.ts";

export interface NodetoolStatus {
  readonly datacenters: readonly { readonly name: string; readonly nodes: readonly StatusNode[] }[];
  /** True when the header says `Owns (effective)`: shares are of the replicas' data, not of the bare ring. */
  readonly ownsEffective: boolean;
  /** Lines that change the meaning, such as the one on keyspaces with different replication. */
  readonly notes: readonly string[];
  readonly error: ToolError | undefined;
}

/**
 * Reads `nodetool status [KEYSPACE]` of Cassandra 1.2–5.0, DSE and Scylla, in the vnode and the token-per-node
 * layout. Known by Status.java of each release: the rule of `=` and the blank line between datacenters (4.0+)
 * come and go, the legend differs (DSE `Stopped`, Scylla `eXcluded`), and a host id that is not known is `null`
 * up to 3.11 and an empty cell since 4.0.
 * Incomplete when there is no datacenter, when the last one has no header or no row, or when a row is cut. A cut
 * between two rows cannot be seen in the text: whoever ran the command knows its exit code.
 */
export function parseStatus(text: string): Parsed<NodetoolStatus> {
  const tally = new Tally();
  const datacenters: { name: string; nodes: StatusNode[] }[] = [];
  const notes: string[] = [];
  let layout: "vnodes" | "token" | undefined;
  let ownsEffective = false;
  let error: ToolError | undefined;

  for (const line of linesOf(text)) {
    const datacenter = /^Datacenter: (.*)$/.exec(line);
    if (datacenter !== null) {
      datacenters.push({ name: datacenter[1] ?? "", nodes: [] });
      layout = undefined;
      tally.took();
    } else if (/^(={3,}|Status=Up\/Down.*|\|\/ State=.*)$/.test(line)) {
      tally.took();
    } else if (/^--\s+Address\s+Load\b/.test(line) && /\bHost ID\b.*\bRack$/.test(line)) {
      layout = /\bTokens\b/.test(line) ? "vnodes" : "token";
      ownsEffective ||= line.includes("Owns (effective)");
      tally.took();
    } else if (looksLikeStatusRow(line) && datacenters.length > 0) {
      const node = layout === undefined ? undefined : readStatusRow(line, layout);
      if (node === undefined) tally.fail(line);
      else {
        datacenters.at(-1)?.nodes.push(node);
        tally.took();
      }
    } else if (/^\s*(Note: |Ownership information does not include)/.test(line)) {
      notes.push(line);
      tally.took();
    } else {
      const toolError = readToolError(line);
      error ??= toolError;
      if (toolError === undefined) tally.ignore(line);
      else tally.took();
    }
  }
  const last = datacenters.at(-1);
  const missing = last === undefined || layout === undefined || last.nodes.length === 0;
  return tally.done({ datacenters, ownsEffective, notes, error }, missing || error !== undefined);
}
