const hexOfByte: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);
const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The 16 bytes at `start` as lower-case text with dashes. */
export function formatUuid(bytes: Uint8Array, start = 0): string {
  let text = "";
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += "-";
    text += hexOfByte[bytes[start + i] as number];
  }
  return text;
}

/** Writes a UUID's text as 16 bytes at `start`; false when the text is not one. */
export function writeUuid(text: string, into: Uint8Array, start: number): boolean {
  if (!pattern.test(text)) return false;
  let at = 0;
  for (let i = 0; i < 16; i++) {
    if (text.charCodeAt(at) === 0x2d) at++;
    into[start + i] = Number.parseInt(text.slice(at, at + 2), 16);
    at += 2;
  }
  return true;
}
