/**
 * The one place that turns text into a word of a POSIX shell. Everything read from a cluster or typed by a user
 * goes through here before it reaches a shell; there is no second quoting function in this project.
 */

/** Words that need no quotes for `sh` to read them as they are. `=` is left out: `A=b` is an assignment. */
const plain = /^[A-Za-z0-9_./:@%+,-]+$/;

/** Words of the shell's grammar (POSIX, and bash's own) that mean something else where a command is expected. */
const reserved = new Set(
  "case coproc do done elif else esac fi for function if in namespace select then time until while".split(
    " ",
  ),
);

/**
 * One word for `sh`, byte for byte what was given: bare where that is safe (so that printed commands stay
 * readable), else in single quotes. An empty word is `''`.
 * A leading dash stays what it is: whether it is an option is for the called command to say (put `--` before it).
 * @throws RangeError for a text with a NUL character, which no shell can hold
 */
export function shellQuote(word: string): string {
  if (word.includes("\0"))
    throw new RangeError("A word for the shell cannot hold a NUL character.");
  if (plain.test(word) && !reserved.has(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line of quoted words. @throws RangeError as `shellQuote` does */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellQuote).join(" ");
}
