/**
 * UTF-8 to and from a place in a larger buffer. Short ASCII, which is nearly all there is, never leaves this file;
 * the rest goes to the WHATWG coder that browsers, workers and Node share (declared here: `shared/` has neither library).
 */
declare const TextEncoder: new () => {
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
};
declare const TextDecoder: new (
  label: string,
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
// ignoreBOM keeps U+FEFF at the start of a value: it is part of the text there.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Longest text, in UTF-16 units, that the loops below are quicker for than a call of the coder. */
const shortText = 48;

/** Upper bound of the UTF-8 length of `text`, in bytes. */
export function utf8Bound(text: string): number {
  return text.length * 3;
}

/**
 * Writes `text` at `offset`; `into` must have room for `utf8Bound(text)` bytes there.
 * Gives the number of bytes written. Lone surrogates become U+FFFD.
 */
export function writeUtf8(text: string, into: Uint8Array, offset: number): number {
  const length = text.length;
  if (length <= shortText) {
    let at = 0;
    for (; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) break;
      into[offset + at] = unit;
    }
    if (at === length) return length;
  }
  return encoder.encodeInto(text, into.subarray(offset)).written;
}

/** The text in `bytes[start, end)`; bytes that are not UTF-8 become U+FFFD. */
export function readUtf8(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= shortText) {
    let text = "";
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte > 0x7f) break;
      text += String.fromCharCode(byte);
    }
    if (at === end) return text;
  }
  return decoder.decode(bytes.subarray(start, end));
}
