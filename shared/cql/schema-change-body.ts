import { MalformedCql } from "./malformed.ts";
import type { CqlEvent, SchemaChange } from "./response.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/** Writes a schema change (v4 specification, section 4.2.5.5), in a result or an event. */
export function writeSchemaChange(writer: WireWriter, change: SchemaChange): void {
  writer.string(change.change);
  writer.string(change.target);
  writer.string(change.keyspace);
  if (change.target !== "KEYSPACE") writer.string(change.name);
  if ("argumentTypes" in change) writer.stringList(change.argumentTypes);
}

/** Reads a schema change. @throws MalformedCql for a change or target that v4 does not have */
export function readSchemaChange(reader: WireReader): SchemaChange {
  const change = reader.string();
  if (change !== "CREATED" && change !== "UPDATED" && change !== "DROPPED") {
    throw new MalformedCql(`Unknown change of the schema: ${change.slice(0, 40)}`);
  }
  const target = reader.string();
  const keyspace = reader.string();
  switch (target) {
    case "KEYSPACE":
      return { change, keyspace, target };
    case "TABLE":
    case "TYPE":
      return { change, keyspace, target, name: reader.string() };
    case "FUNCTION":
    case "AGGREGATE":
      return {
        change,
        keyspace,
        target,
        name: reader.string(),
        argumentTypes: reader.stringList(),
      };
    default:
      throw new MalformedCql(`Unknown target of a schema change: ${target.slice(0, 40)}`);
  }
}

/** Writes the body of an EVENT (v4 specification, section 4.2.6). @throws RangeError for a bad address */
export function writeEvent(writer: WireWriter, event: CqlEvent): void {
  if (event.kind === "schema change") {
    writer.string("SCHEMA_CHANGE");
    return writeSchemaChange(writer, event);
  }
  writer.string(event.kind === "topology change" ? "TOPOLOGY_CHANGE" : "STATUS_CHANGE");
  writer.string(event.change);
  writer.inet(event.address, event.port);
}

/** Reads the body of an EVENT. @throws MalformedCql for an unknown one */
export function readEvent(reader: WireReader): CqlEvent {
  const name = reader.string();
  switch (name) {
    case "SCHEMA_CHANGE":
      return { kind: "schema change", ...readSchemaChange(reader) };
    case "TOPOLOGY_CHANGE":
      return { kind: "topology change", change: reader.string(), ...reader.inet() };
    case "STATUS_CHANGE":
      return { kind: "status change", change: reader.string(), ...reader.inet() };
    default:
      throw new MalformedCql(`Unknown event: ${name.slice(0, 40)}`);
  }
}
