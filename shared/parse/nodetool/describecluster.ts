import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";
import { isUuid } from "../text/uuid.ts";
import { readToolError, type ToolError } from "./tool-error.ts";

export interface Describecluster {
  readonly name: string | undefined;
  readonly snitch: string | undefined;
  readonly dynamicSnitch: boolean | undefined;
  readonly partitioner: string | undefined;
  /** Addresses by schema version; nodes that could not be asked are in `unreachable`. */
  readonly schemaVersions: ReadonlyMap<string, readonly string[]>;
  readonly unreachable: readonly string[];
  /** Counts of 4.0+: live, joining, moving, leaving, unreachable. */
  readonly counts: Readonly<Record<string, number>>;
  /** 4.0+. `down` was wrong before 4.0.11 and 4.1.3 (CASSANDRA-18512). */
  readonly datacenters: ReadonlyMap<string, { readonly nodes: number; readonly down: number }>;
  readonly releases: ReadonlyMap<string, readonly string[]>;
  readonly keyspaces: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly error: ToolError | undefined;
}

type Part = "head" | "schema" | "counts" | "datacenters" | "releases" | "keyspaces";
const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/^Cluster Information:$/, "head"],
  [/^\s*Schema versions:$/, "schema"],
  [/^Stats for all nodes:$/, "counts"],
  [/^Data Centers:$/, "datacenters"],
  [/^Database versions:$/, "releases"],
  [/^Keyspaces:$/, "keyspaces"],
];

/**
 * Reads `nodetool describecluster` of 1.0–5.0, DSE and Scylla. Old Scylla prints `address: [version]` the wrong
 * way round: a UUID is known by its shape. Incomplete without a name or a schema version, or when a block that
 * was begun is empty.
 */
export function parseDescribecluster(text: string): Parsed<Describecluster> {
  const tally = new Tally();
  const head = new Map<string, string>();
  const versions = new Map<string, string[]>();
  const unreachable: string[] = [];
  const counts: Record<string, number> = {};
  const datacenters = new Map<string, { nodes: number; down: number }>();
  const releases = new Map<string, readonly string[]>();
  const keyspaces = new Map<string, Record<string, string>>();
  const filled = new Set<Part>();
  let part: Part | undefined;
  let error: ToolError | undefined;

  for (const line of linesOf(text)) {
    const begun = PARTS.find(([pattern]) => pattern.test(line))?.[1];
    if (begun !== undefined) {
      part = begun;
      tally.took();
      continue;
    }
    const toolError = readToolError(line);
    const field = /^\s+(Name|Snitch|DynamicEndPointSnitch|Partitioner): (.*)$/.exec(line);
    const list = /^\s+(\S+): \[(.*)\]$/.exec(line);
    const count = /^\s+(Live|Joining|Moving|Leaving|Unreachable): (\d+)$/.exec(line);
    const datacenter = /^\s+(\S.*) #Nodes: (\d+) #Down: (\d+)$/.exec(line);
    const keyspace = /^\s+(\S+) -> Replication class: (\S+) \{(.*)\}$/.exec(line);
    if (toolError !== undefined) error ??= toolError;
    else if (part === "head" && field !== null) head.set(field[1] ?? "", field[2] ?? "");
    else if (part === "schema" && list !== null)
      addVersion(list[1] ?? "", items(list[2]), versions, unreachable);
    else if (part === "counts" && count !== null)
      counts[(count[1] ?? "").toLowerCase()] = Number(count[2]);
    else if (part === "datacenters" && datacenter !== null) {
      const [nodes = 0, down = 0] = datacenter.slice(2).map(readInteger);
      datacenters.set(datacenter[1] ?? "", { nodes, down });
    } else if (part === "releases" && list !== null) releases.set(list[1] ?? "", items(list[2]));
    else if (part === "keyspaces" && keyspace !== null) {
      const options = items(keyspace[3]).map((option) => option.split("=", 2));
      keyspaces.set(keyspace[1] ?? "", {
        class: keyspace[2] ?? "",
        ...Object.fromEntries(options),
      });
    } else {
      if (part !== undefined && /^\s+\S+: \[/.test(line)) tally.fail(line);
      else tally.ignore(line);
      continue;
    }
    if (part !== undefined) filled.add(part);
    tally.took();
  }
  const dynamic = head.get("DynamicEndPointSnitch");
  const value: Describecluster = {
    name: head.get("Name"),
    snitch: head.get("Snitch"),
    dynamicSnitch: dynamic === undefined ? undefined : dynamic === "enabled",
    partitioner: head.get("Partitioner"),
    schemaVersions: versions,
    unreachable,
    counts,
    datacenters,
    releases,
    keyspaces,
    error,
  };
  const empty = part === undefined || !filled.has(part);
  return tally.done(
    value,
    empty || !head.has("Name") || versions.size === 0 || error !== undefined,
  );
}

function items(text: string | undefined): string[] {
  return (text ?? "").split(", ").filter((item) => item !== "");
}

function addVersion(
  key: string,
  values: readonly string[],
  versions: Map<string, string[]>,
  unreachable: string[],
): void {
  if (key === "UNREACHABLE") unreachable.push(...values);
  else if (isUuid(key)) versions.set(key, [...(versions.get(key) ?? []), ...values]);
  else {
    // The wrong way round: one address with the versions it has.
    for (const version of values.filter(isUuid))
      versions.set(version, [...(versions.get(version) ?? []), key]);
  }
}
