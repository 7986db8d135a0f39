/**
 * A zip file in memory (PKWARE APPNOTE 6.3.4: local headers, central directory, end record; deflate, UTF-8 names).
 * No zip64: a run's folder is far below 4 GiB and 65,535 files, and more is refused.
 */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipFile {
  /** Path with slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const version = 20;
const utf8Names = 0x0800;
const deflated = 8;
const most = 0xffff_ffff;

/**
 * @param at the time written on each file, ms since the epoch; zip knows two-second steps of UTC here.
 * @throws RangeError when it would not fit the format
 */
export function zipOf(files: readonly ZipFile[], at: number): Buffer {
  const { date, time } = dosTime(at);
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const nameBytes = Buffer.from(name);
    const data = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(utf8Names, 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(time, 6);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, nameBytes, data]);
    const place = Buffer.alloc(14);
    // Mode 0600 of a regular file, for systems that keep modes.
    place.writeUInt32LE((0o100600 << 16) >>> 0, 6);
    if (offset + local.length > most) throw new RangeError("The files are too large for a zip.");
    place.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([version, 3]);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02"), madeBy, common, place, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  if (files.length > 0xffff) throw new RangeError("There are too many files for a zip.");
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

function dosTime(at: number): { readonly date: number; readonly time: number } {
  const when = new Date(Math.max(at, Date.UTC(1980, 0, 1)));
  return {
    date:
      ((when.getUTCFullYear() - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
    time: (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
  };
}
