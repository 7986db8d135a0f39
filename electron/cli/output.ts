/** What goes where: one JSON document or the text for people on stdout; progress, questions and errors on stderr. */

export interface Output {
  readonly json: boolean;
  /** The result: `document` when --json was given, else `text`. */
  result(document: unknown, text: string): void;
  /** A line of progress on stderr. */
  progress(line: string): void;
}

/** @param json whether --json was given. */
export function createOutput(json: boolean): Output {
  let lastLine = "";
  return {
    json,
    result: (document, text) => {
      process.stdout.write(
        json ? `${JSON.stringify(document, plainNumbers, 2)}\n` : `${printable(text)}\n`,
      );
    },
    progress: (line) => {
      if (line === lastLine) return;
      lastLine = line;
      process.stderr.write(`${printable(line)}\n`);
    },
  };
}

/** JSON has no NaN or Infinity; a figure that has one is a defect upstream and must not turn into null unseen. */
function plainNumbers(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`the figure ${key} is ${value}`);
  return typeof value === "bigint" ? String(value) : value;
}

/** Text from a cluster may hold control characters that move a terminal's cursor: they are shown, not sent. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) =>
    char === "\n" || char === "\t"
      ? char
      : `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
