/** Cuts a text into lines: LF, CRLF and lone CR end a line; a byte-order mark, colour codes and trailing blanks go. */
export function linesOf(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    // oxlint-disable-next-line no-control-regex -- terminals colour their output with these
    .replace(/\u001B\[[0-9;?]*[A-Za-z]/g, "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The cells of a row: runs of non-blanks. */
export function cellsOf(line: string): string[] {
  return line
    .trim()
    .split(/\s+/)
    .filter((cell) => cell !== "");
}
