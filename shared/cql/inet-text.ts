/**
 * Addresses as text: IPv4 dotted, IPv6 as RFC 5952 writes it (lower case, the longest run of zeros as `::`),
 * IPv4-mapped ones as `::ffff:192.0.2.1`.
 */

/** The address in `size` (4 or 16) bytes at `start`. */
export function formatInet(bytes: Uint8Array, start: number, size: number): string {
  if (size === 4) return formatV4(bytes, start);
  const groups: number[] = [];
  for (let i = 0; i < 16; i += 2) {
    groups.push(((bytes[start + i] as number) << 8) | (bytes[start + i + 1] as number));
  }
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return `::ffff:${formatV4(bytes, start + 12)}`;
  }
  const [from, length] = longestZeroRun(groups);
  const text = (some: readonly number[]) => some.map((group) => group.toString(16)).join(":");
  if (length < 2) return text(groups);
  return `${text(groups.slice(0, from))}::${text(groups.slice(from + length))}`;
}

/** The 4 or 16 bytes of an address in any of its usual spellings; undefined when the text is not one. */
export function parseInet(text: string): Uint8Array | undefined {
  return text.includes(":") ? parseV6(text) : parseV4(text);
}

function formatV4(bytes: Uint8Array, start: number): string {
  return `${bytes[start]}.${bytes[start + 1]}.${bytes[start + 2]}.${bytes[start + 3]}`;
}

function longestZeroRun(groups: readonly number[]): [from: number, length: number] {
  let from = 0;
  let length = 0;
  let run = 0;
  groups.forEach((group, i) => {
    run = group === 0 ? run + 1 : 0;
    if (run > length) {
      length = run;
      from = i - run + 1;
    }
  });
  return [from, length];
}

function parseV4(text: string): Uint8Array | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  const bytes = new Uint8Array(4);
  for (const [i, part] of parts.entries()) {
    // A leading zero is refused: some readers take it for octal.
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    bytes[i] = Number(part);
  }
  return bytes;
}

function parseV6(text: string): Uint8Array | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0] ?? "", halves.length === 1);
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? "", true) : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const bytes = new Uint8Array(16);
  [...head, ...Array.from({ length: missing }, () => 0), ...tail].forEach((group, i) => {
    bytes[i * 2] = group >>> 8;
    bytes[i * 2 + 1] = group;
  });
  return bytes;
}

/** 16-bit groups of one side of `::`; a dotted IPv4 address may stand at the very end. */
function groupsOf(text: string, atEnd: boolean): number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.includes(".")) {
      const v4 = atEnd && i === parts.length - 1 ? parseV4(part) : undefined;
      if (v4 === undefined) return undefined;
      const [a = 0, b = 0, c = 0, d = 0] = v4;
      groups.push((a << 8) | b, (c << 8) | d);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return undefined;
      groups.push(Number.parseInt(part, 16));
    }
  }
  return groups;
}
