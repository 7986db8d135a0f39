import { MalformedCql } from "../../cql/malformed.ts";
import { WireReader } from "../../cql/wire-reader.ts";
import { WireWriter } from "../../cql/wire-writer.ts";
import type { Cell, Row } from "./row.ts";

/**
 * A row as bytes, on disks and between nodes: flags, then marker, deletion and cells. Write times are 64 bits,
 * expiries 32.
 */
const flags = { marker: 1, markerExpires: 2, deleted: 4 } as const;
const cellFlags = { value: 1, expires: 2 } as const;

export function encodeRow({ marker, deletedAt, cells }: Row): Uint8Array {
  const writer = new WireWriter(160);
  writer.byte(
    (marker === undefined ? 0 : flags.marker) |
      (marker?.expiresAt === undefined ? 0 : flags.markerExpires) |
      (deletedAt === undefined ? 0 : flags.deleted),
  );
  if (marker !== undefined) {
    writer.long(BigInt(marker.at));
    if (marker.expiresAt !== undefined) writer.int(marker.expiresAt);
  }
  if (deletedAt !== undefined) writer.long(BigInt(deletedAt));
  writer.short(cells.size);
  for (const [name, { value, at, expiresAt }] of cells) {
    writer.string(name);
    writer.byte(
      (value === undefined ? 0 : cellFlags.value) |
        (expiresAt === undefined ? 0 : cellFlags.expires),
    );
    writer.long(BigInt(at));
    if (expiresAt !== undefined) writer.int(expiresAt);
    if (value !== undefined) writer.bytes(value);
  }
  return writer.written();
}

/** @throws MalformedCql when the bytes are not a row */
export function decodeRow(bytes: Uint8Array): Row {
  const reader = new WireReader(bytes);
  const given = reader.byte();
  const micros = (): number => Number(reader.long());
  const marker =
    (given & flags.marker) === 0
      ? undefined
      : {
          at: micros(),
          expiresAt: (given & flags.markerExpires) === 0 ? undefined : reader.int(),
        };
  const deletedAt = (given & flags.deleted) === 0 ? undefined : micros();
  const cells = new Map<string, Cell>();
  for (let left = reader.short(); left > 0; left--) {
    const name = reader.string();
    const has = reader.byte();
    const at = micros();
    const expiresAt = (has & cellFlags.expires) === 0 ? undefined : reader.int();
    // A copy: a view would keep the whole piece alive that it came in.
    const value = (has & cellFlags.value) === 0 ? undefined : new Uint8Array(reader.bytes() ?? []);
    cells.set(name, { value, at, expiresAt });
  }
  if (reader.left > 0) throw new MalformedCql(`${reader.left} bytes follow a row`);
  return { marker, deletedAt, cells };
}
