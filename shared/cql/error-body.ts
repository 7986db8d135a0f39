import { consistencyNamed, consistencyCode, consistencyOf } from "./consistency-level.ts";
import { codeOf, errorCodes, isPlainErrorKind } from "./server-error.ts";
import type { CqlErrorDetail, CqlErrorKind } from "./server-error.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

const kindOfCode = new Map<number, CqlErrorKind>(
  Object.entries(errorCodes).map(([kind, code]) => [code, kind as CqlErrorKind]),
);

/** Writes the body of an ERROR. @throws RangeError for a consistency level that v4 does not have */
export function writeError(writer: WireWriter, detail: CqlErrorDetail): void {
  writer.int(codeOf(detail));
  writer.string(detail.message);
  switch (detail.kind) {
    case "unavailable":
      writeLevel(writer, detail.consistency);
      writer.int(detail.required);
      return writer.int(detail.alive);
    case "write time-out":
    case "read time-out":
    case "read failure":
    case "write failure":
      writeLevel(writer, detail.consistency);
      writer.int(detail.received);
      writer.int(detail.blockFor);
      if ("numFailures" in detail) writer.int(detail.numFailures);
      if ("writeType" in detail) return writer.string(detail.writeType);
      return writer.byte(detail.dataPresent ? 1 : 0);
    case "function failure":
      writer.string(detail.keyspace);
      writer.string(detail.functionName);
      return writer.stringList(detail.argumentTypes);
    case "already exists":
      writer.string(detail.keyspace);
      return writer.string(detail.table);
    case "unprepared":
      return writer.shortBytes(detail.unpreparedId);
  }
}

/** Reads the body of an ERROR; a code that v4 does not have becomes the kind "server". @throws MalformedCql */
export function readError(reader: WireReader): CqlErrorDetail {
  const code = reader.int();
  const message = reader.string();
  const kind = kindOfCode.get(code);
  if (kind === undefined) return { kind: "server", code, message };
  if (isPlainErrorKind(kind)) return { kind, message };
  switch (kind) {
    case "unavailable":
      return {
        kind,
        message,
        consistency: readLevel(reader),
        required: reader.int(),
        alive: reader.int(),
      };
    case "write time-out":
      return { kind, message, ...readAnswers(reader), writeType: reader.string() };
    case "read time-out":
      return { kind, message, ...readAnswers(reader), dataPresent: reader.byte() !== 0 };
    case "read failure": {
      const answers = readAnswers(reader);
      return {
        kind,
        message,
        ...answers,
        numFailures: reader.int(),
        dataPresent: reader.byte() !== 0,
      };
    }
    case "write failure": {
      const answers = readAnswers(reader);
      return { kind, message, ...answers, numFailures: reader.int(), writeType: reader.string() };
    }
    case "function failure":
      return {
        kind,
        message,
        keyspace: reader.string(),
        functionName: reader.string(),
        argumentTypes: reader.stringList(),
      };
    case "already exists":
      return { kind, message, keyspace: reader.string(), table: reader.string() };
    case "unprepared":
      return { kind, message, unpreparedId: new Uint8Array(reader.shortBytes()) };
  }
}

function readAnswers(reader: WireReader) {
  return { consistency: readLevel(reader), received: reader.int(), blockFor: reader.int() };
}

function readLevel(reader: WireReader): string {
  const code = reader.short();
  return consistencyOf(code) ?? `level ${code}`;
}

function writeLevel(writer: WireWriter, name: string): void {
  const level = consistencyNamed(name);
  if (level === undefined) throw new RangeError(`Unknown consistency level ${name}`);
  writer.short(consistencyCode(level));
}
