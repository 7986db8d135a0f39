import type { CqlType } from "./cql-type.ts";
import { formatDate } from "./date-text.ts";
import { formatDecimal } from "./decimal-text.ts";
import { readDuration } from "./duration-vint.ts";
import { formatInet } from "./inet-text.ts";
import { MalformedCql } from "./malformed.ts";
import { setField } from "./set-field.ts";
import { formatTime } from "./time-text.ts";
import { readUtf8 } from "./utf8.ts";
import { formatUuid } from "./uuid-text.ts";
import type { CqlValue } from "./value.ts";
import { readVarint } from "./varint.ts";
import { WireReader } from "./wire-reader.ts";

const scratch = new DataView(new ArrayBuffer(8));
const scratchBytes = new Uint8Array(scratch.buffer);

/** The value that the bytes of a cell mean; null for null. @throws MalformedCql */
export function decodeValue(type: CqlType, bytes: Uint8Array | null): CqlValue {
  return bytes === null ? null : readContent(type, bytes, 0, bytes.length);
}

/** Reads a value that is written as [bytes], at the reader's place. @throws MalformedCql */
export function readValue(type: CqlType, reader: WireReader): CqlValue {
  const size = reader.int();
  if (size < 0) return null;
  const start = reader.skip(size);
  return readContent(type, reader.data, start, start + size);
}

function readContent(type: CqlType, data: Uint8Array, start: number, end: number): CqlValue {
  const size = end - start;
  switch (type.kind) {
    case "varchar":
    case "ascii":
      return readUtf8(data, start, end);
    case "blob":
    case "custom":
      // A copy: a view would keep the whole network buffer alive.
      return new Uint8Array(data.subarray(start, end));
  }
  // Thrift could store an "empty" value of any type, and CQL still returns it: there is no value in it.
  if (size === 0) return null;
  switch (type.kind) {
    case "int":
      expect(type, size, 4);
      return (
        ((data[start] as number) << 24) |
        ((data[start + 1] as number) << 16) |
        ((data[start + 2] as number) << 8) |
        (data[start + 3] as number)
      );
    case "bigint":
    case "counter":
      return eight(type, data, start, size).getBigInt64(0);
    case "timestamp": {
      const ms = eight(type, data, start, size).getBigInt64(0);
      const rounded = Number(ms);
      return Number.isSafeInteger(rounded) ? rounded : ms;
    }
    case "boolean":
      expect(type, size, 1);
      return data[start] !== 0;
    case "double":
      return eight(type, data, start, size).getFloat64(0);
    case "float":
      expect(type, size, 4);
      for (let i = 0; i < 4; i++) scratchBytes[i] = data[start + i] as number;
      return scratch.getFloat32(0);
    case "smallint":
      expect(type, size, 2);
      return (((data[start] as number) << 24) >> 16) | (data[start + 1] as number);
    case "tinyint":
      expect(type, size, 1);
      return ((data[start] as number) << 24) >> 24;
    case "uuid":
    case "timeuuid":
      expect(type, size, 16);
      return formatUuid(data, start);
    case "inet":
      if (size !== 4) expect(type, size, 16);
      return formatInet(data, start, size);
    case "varint":
      return readVarint(data, start, end);
    case "decimal": {
      const reader = new WireReader(data, start, end);
      const scale = reader.int();
      return formatDecimal({ unscaled: readVarint(data, reader.at, end), scale });
    }
    case "date":
      expect(type, size, 4);
      return formatDate(new WireReader(data, start, end).int() ^ -0x80000000);
    case "time": {
      const text = formatTime(eight(type, data, start, size).getBigInt64(0));
      if (text === undefined) throw new MalformedCql("A time beyond one day");
      return text;
    }
    case "duration":
      return readDuration(data, start, end);
    case "list":
    case "set": {
      const reader = new WireReader(data, start, end);
      const list: CqlValue[] = [];
      for (let left = elements(type, reader, 4); left > 0; left--) {
        list.push(readValue(type.of, reader));
      }
      return list;
    }
    case "map": {
      const reader = new WireReader(data, start, end);
      const map = new Map<CqlValue, CqlValue>();
      for (let left = elements(type, reader, 8); left > 0; left--) {
        map.set(readValue(type.key, reader), readValue(type.value, reader));
      }
      return map;
    }
    case "tuple": {
      const reader = new WireReader(data, start, end);
      return type.of.map((part) => (reader.left === 0 ? null : readValue(part, reader)));
    }
    case "udt": {
      const reader = new WireReader(data, start, end);
      const fields: Record<string, CqlValue> = {};
      // Values written before a field was added end early: the fields that are missing are null.
      for (const { name, type: of } of type.fields) {
        setField(fields, name, reader.left === 0 ? null : readValue(of, reader));
      }
      return fields;
    }
  }
}

/** The element count of a collection; each takes `least` bytes, so more than fit is refused before the loop. */
function elements(type: CqlType, reader: WireReader, least: number): number {
  const count = reader.count(`A ${type.kind}`);
  if (count * least > reader.left) {
    throw new MalformedCql(`A ${type.kind} of ${count} elements in ${reader.left} bytes`);
  }
  return count;
}

function eight(type: CqlType, data: Uint8Array, start: number, size: number): DataView {
  expect(type, size, 8);
  for (let i = 0; i < 8; i++) scratchBytes[i] = data[start + i] as number;
  return scratch;
}

function expect(type: CqlType, size: number, wanted: number): void {
  if (size !== wanted) {
    throw new MalformedCql(`A CQL ${type.kind} of ${size} bytes instead of ${wanted}`);
  }
}
