import { MalformedCql } from "./malformed.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/** Types without parameters, by their id in an [option] (v4 specification, section 4.2.5.2). */
const plainIds = {
  ascii: 0x01,
  bigint: 0x02,
  blob: 0x03,
  boolean: 0x04,
  counter: 0x05,
  decimal: 0x06,
  double: 0x07,
  float: 0x08,
  int: 0x09,
  timestamp: 0x0b,
  uuid: 0x0c,
  varchar: 0x0d,
  varint: 0x0e,
  timeuuid: 0x0f,
  inet: 0x10,
  date: 0x11,
  time: 0x12,
  smallint: 0x13,
  tinyint: 0x14,
  duration: 0x15,
} as const;
export type PlainKind = keyof typeof plainIds;

interface UdtField {
  readonly name: string;
  readonly type: CqlType;
}

export type CqlType =
  | { readonly kind: PlainKind }
  | { readonly kind: "list" | "set"; readonly of: CqlType }
  | { readonly kind: "map"; readonly key: CqlType; readonly value: CqlType }
  | { readonly kind: "tuple"; readonly of: readonly CqlType[] }
  | {
      readonly kind: "udt";
      readonly keyspace: string;
      readonly name: string;
      readonly fields: readonly UdtField[];
    }
  | { readonly kind: "custom"; readonly className: string };

/** v4 has no id for durations: servers from 3.10 on name their class instead (CASSANDRA-11873). */
const durationClass = "org.apache.cassandra.db.marshal.DurationType";

/** Deepest nesting that is read, so that a hostile frame cannot overflow the stack. */
const maxDepth = 32;

const plainTypes = new Map<number, CqlType>(
  Object.entries(plainIds).map(([kind, id]) => [id, { kind: kind as PlainKind }]),
);

/** Writes a type as an [option]. @throws RangeError when a name is longer than 65,535 bytes */
export function writeType(writer: WireWriter, type: CqlType): void {
  switch (type.kind) {
    case "custom":
      writer.short(0x00);
      return writer.string(type.className);
    case "duration":
      writer.short(0x00);
      return writer.string(durationClass);
    case "list":
    case "set":
      writer.short(type.kind === "list" ? 0x20 : 0x22);
      return writeType(writer, type.of);
    case "map":
      writer.short(0x21);
      writeType(writer, type.key);
      return writeType(writer, type.value);
    case "udt":
      writer.short(0x30);
      writer.string(type.keyspace);
      writer.string(type.name);
      writer.short(type.fields.length);
      for (const field of type.fields) {
        writer.string(field.name);
        writeType(writer, field.type);
      }
      return;
    case "tuple":
      writer.short(0x31);
      writer.short(type.of.length);
      for (const part of type.of) writeType(writer, part);
      return;
    default:
      writer.short(plainIds[type.kind]);
  }
}

/** Reads an [option]. @throws MalformedCql for an unknown id, or nesting deeper than 32 */
export function readType(reader: WireReader, depth = 0): CqlType {
  if (depth > maxDepth) throw new MalformedCql(`A type is nested deeper than ${maxDepth}`);
  const id = reader.short();
  const plain = plainTypes.get(id);
  if (plain !== undefined) return plain;
  const inner = () => readType(reader, depth + 1);
  switch (id) {
    case 0x00: {
      const className = reader.string();
      return className === durationClass ? { kind: "duration" } : { kind: "custom", className };
    }
    case 0x0a: // text of protocols 1 and 2
      return { kind: "varchar" };
    case 0x20:
      return { kind: "list", of: inner() };
    case 0x22:
      return { kind: "set", of: inner() };
    case 0x21:
      return { kind: "map", key: inner(), value: inner() };
    case 0x30: {
      const keyspace = reader.string();
      const name = reader.string();
      const fields: UdtField[] = [];
      for (let left = reader.short(); left > 0; left--) {
        fields.push({ name: reader.string(), type: inner() });
      }
      return { kind: "udt", keyspace, name, fields };
    }
    case 0x31: {
      const of: CqlType[] = [];
      for (let left = reader.short(); left > 0; left--) of.push(inner());
      return { kind: "tuple", of };
    }
    default:
      throw new MalformedCql(`Unknown type id 0x${id.toString(16).padStart(4, "0")}`);
  }
}
