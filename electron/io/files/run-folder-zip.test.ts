import { crc32, inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { zipOf } from "./run-folder-zip.ts";

const files = [
  { name: "r/journal.ndjson", bytes: Buffer.from("a".repeat(5_000)) },
  { name: "r/ä/leer.txt", bytes: new Uint8Array() },
];
const at = Date.UTC(2026, 11, 1, 13, 45, 30);

test("the headers say where each file is, and its bytes come back", () => {
  const zip = zipOf(files, at);
  const start = zip.readUInt32LE(zip.length - 6);
  expect(zip.toString("latin1", start, start + 4)).toBe("PK\x01\x02");
  expect(zip.readUInt16LE(zip.length - 12)).toBe(2);
  let entry = start;
  for (const { name, bytes } of files) {
    const length = zip.readUInt32LE(entry + 20);
    const nameLength = zip.readUInt16LE(entry + 28);
    const local = zip.readUInt32LE(entry + 42);
    expect(zip.toString("utf8", entry + 46, entry + 46 + nameLength)).toBe(name);
    const data = zip.subarray(local + 30 + nameLength, local + 30 + nameLength + length);
    expect(inflateRawSync(data).equals(bytes)).toBe(true);
    expect(zip.readUInt32LE(entry + 16)).toBe(crc32(bytes));
    // 2026-12-01 13:45:30 in MS-DOS's date and time.
    expect([zip.readUInt16LE(entry + 14), zip.readUInt16LE(entry + 12)]).toEqual([0x5d81, 0x6daf]);
    entry += 46 + nameLength;
  }
});
