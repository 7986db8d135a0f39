/**
 * `text` as one word of a POSIX shell, whatever it holds.
 * @throws RangeError for a NUL, which no argument can hold.
 */
export function shQuote(text: string): string {
  if (text.includes("\0")) throw new RangeError("a shell word cannot hold NUL");
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
