import { CqlServerError } from "../../cql/server-error.ts";
import type { Options } from "../cql/statement.ts";

const strategies = new Map([
  ["SimpleStrategy", "org.apache.cassandra.locator.SimpleStrategy"],
  ["NetworkTopologyStrategy", "org.apache.cassandra.locator.NetworkTopologyStrategy"],
]);

/**
 * The replication that WITH gives, checked as a real node does: known strategy, known datacenters, whole factors.
 * `replication_factor` of NetworkTopologyStrategy stands for every datacenter (4.0+).
 * @throws CqlServerError (config)
 */
export function replicationFrom(
  keyspace: string,
  options: Options,
  datacenters: readonly string[],
): Readonly<Record<string, string>> {
  const term = options.get("replication");
  if (term?.kind !== "map") {
    throw config("Missing mandatory option 'replication'");
  }
  const entries = new Map<string, string>();
  for (const [key, value] of term.entries) {
    if (!("text" in key) || !("text" in value)) throw config("Replication options must be texts");
    entries.set(key.text, value.text);
  }
  const given = entries.get("class") ?? "";
  const name = given.slice(given.lastIndexOf(".") + 1);
  const strategy = strategies.get(name);
  if (strategy === undefined) {
    throw config(`Unable to find replication strategy class '${given}'`);
  }
  entries.delete("class");
  const result: Record<string, string> = { class: strategy };
  for (const [option, factor] of entries) {
    if (!/^\d{1,3}$/.test(factor)) {
      throw config(`Replication factor must be numeric, found '${factor}'`);
    }
    if (option === "replication_factor") {
      if (name === "SimpleStrategy") result[option] = factor;
      else for (const dc of datacenters) result[dc] = entries.get(dc) ?? factor;
    } else if (name === "NetworkTopologyStrategy" && datacenters.includes(option)) {
      result[option] = factor;
    } else {
      throw config(
        `Unrecognized strategy option {${option}} passed to ${name} for keyspace ${keyspace}`,
      );
    }
  }
  if (name === "SimpleStrategy" && result["replication_factor"] === undefined) {
    throw config("SimpleStrategy requires a replication_factor strategy option.");
  }
  return result;
}

function config(message: string): CqlServerError {
  return new CqlServerError({ kind: "config", message });
}
