import type { CqlType } from "./cql-type.ts";
import { CqlValueError } from "./cql-value-error.ts";
import { parseDate } from "./date-text.ts";
import { parseDecimal } from "./decimal-text.ts";
import { writeDuration } from "./duration-vint.ts";
import { parseInet } from "./inet-text.ts";
import { parseTime } from "./time-text.ts";
import type { CqlValue } from "./value.ts";
import { writeVarint } from "./varint.ts";
import { WireWriter } from "./wire-writer.ts";

/** The bytes of a value without their length, or null. @throws CqlValueError */
export function encodeValue(type: CqlType, value: CqlValue): Uint8Array | null {
  if (value === null) return null;
  const writer = new WireWriter(32);
  writeContent(writer, type, value);
  return writer.written();
}

/** Writes a value as [bytes]: its length, then its content; null as length -1. @throws CqlValueError */
export function writeValue(writer: WireWriter, type: CqlType, value: CqlValue): void {
  if (value === null) return writer.int(-1);
  const at = writer.take(4);
  writeContent(writer, type, value);
  writer.intAt(at, writer.length - at - 4);
}

function writeContent(writer: WireWriter, type: CqlType, value: CqlValue): void {
  switch (type.kind) {
    case "varchar":
      writer.text(text(type, value));
      return;
    case "ascii": {
      const ascii = text(type, value);
      for (let i = 0; i < ascii.length; i++) {
        if (ascii.charCodeAt(i) > 0x7f) throw unfit(type, value, "only ASCII characters");
      }
      writer.text(ascii);
      return;
    }
    case "blob":
    case "custom":
      if (!(value instanceof Uint8Array)) throw unfit(type, value, "bytes");
      return writer.raw(value);
    case "int":
      return writer.int(Number(integer(type, value, 32)));
    case "smallint":
      return writer.short(Number(integer(type, value, 16)));
    case "tinyint":
      return writer.byte(Number(integer(type, value, 8)));
    case "bigint":
    case "counter":
    case "timestamp":
      return writer.long(integer(type, value, 64));
    case "varint":
      return writeVarint(writer, integer(type, value, undefined));
    case "boolean":
      if (typeof value !== "boolean") throw unfit(type, value, "true or false");
      return writer.byte(value ? 1 : 0);
    case "double":
      return writer.double(float(type, value));
    case "float":
      return writer.float(float(type, value));
    case "uuid":
    case "timeuuid":
      if (!writer.uuid(text(type, value))) throw unfit(type, value, "a UUID as text");
      return;
    case "inet":
      return writer.raw(parseInet(text(type, value)) ?? fail(type, value, "an IP address"));
    case "decimal": {
      const decimal = parseDecimal(text(type, value)) ?? fail(type, value, "a number as text");
      writer.int(decimal.scale);
      return writeVarint(writer, decimal.unscaled);
    }
    case "date": {
      const days = parseDate(text(type, value)) ?? fail(type, value, "YYYY-MM-DD");
      return writer.int(days + 0x80000000);
    }
    case "time":
      return writer.long(parseTime(text(type, value)) ?? fail(type, value, "HH:MM:SS.nnnnnnnnn"));
    case "duration":
      return writeDurationValue(writer, type, value);
    case "list":
    case "set":
      if (!isArray(value)) throw unfit(type, value, "an array");
      writer.int(value.length);
      for (const element of value) writeValue(writer, type.of, element);
      return;
    case "map":
      if (!(value instanceof Map)) throw unfit(type, value, "a Map");
      writer.int(value.size);
      for (const [key, element] of value) {
        writeValue(writer, type.key, key);
        writeValue(writer, type.value, element);
      }
      return;
    case "tuple":
      if (!isArray(value) || value.length > type.of.length) {
        throw unfit(type, value, `an array of at most ${type.of.length}`);
      }
      type.of.forEach((part, i) => writeValue(writer, part, value[i] ?? null));
      return;
    case "udt": {
      const fields = fieldsOf(type, value);
      const known = new Set(type.fields.map((field) => field.name));
      const stranger = Object.keys(fields).find((name) => !known.has(name));
      if (stranger !== undefined) throw unfit(type, value, `no field ${stranger}`);
      for (const { name, type: of } of type.fields) {
        writeValue(writer, of, Object.hasOwn(fields, name) ? (fields[name] ?? null) : null);
      }
    }
  }
}

function writeDurationValue(writer: WireWriter, type: CqlType, value: CqlValue): void {
  const { months, days, nanoseconds } = fieldsOf(type, value);
  const part = (of: CqlValue | undefined, bits: number) => integer(type, of ?? null, bits);
  writeDuration(writer, {
    months: Number(part(months, 32)),
    days: Number(part(days, 32)),
    nanoseconds: part(nanoseconds, 64),
  });
}

function isArray(value: CqlValue): value is readonly CqlValue[] {
  return Array.isArray(value);
}

function text(type: CqlType, value: CqlValue): string {
  if (typeof value !== "string") throw unfit(type, value, "text");
  return value;
}

function float(type: CqlType, value: CqlValue): number {
  if (typeof value !== "number") throw unfit(type, value, "a number");
  return value;
}

/** An integer of at most `bits` bits, from a bigint or a number that is exactly one. */
function integer(type: CqlType, value: CqlValue, bits: number | undefined): bigint {
  const whole =
    typeof value === "bigint"
      ? value
      : typeof value === "number" && Number.isSafeInteger(value)
        ? BigInt(value)
        : fail(type, value, "a whole number");
  if (bits !== undefined && BigInt.asIntN(bits, whole) !== whole) {
    throw unfit(type, value, `a whole number of ${bits} bits`);
  }
  return whole;
}

function fieldsOf(type: CqlType, value: CqlValue): { readonly [field: string]: CqlValue } {
  if (
    typeof value !== "object" ||
    value === null ||
    isArray(value) ||
    value instanceof Map ||
    value instanceof Uint8Array
  ) {
    throw unfit(type, value, "an object with its fields");
  }
  return value;
}

function fail(type: CqlType, value: CqlValue, wanted: string): never {
  throw unfit(type, value, wanted);
}

function unfit(type: CqlType, value: CqlValue, wanted: string): CqlValueError {
  // The value itself stays out of the message: it may be a secret.
  const got = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return new CqlValueError(`A CQL ${type.kind} takes ${wanted}; given was another ${got}`);
}
