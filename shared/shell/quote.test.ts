import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellCommand, shellQuote } from "./quote.ts";

/** What a real shell makes of a command line that prints its words, each ended by NUL. */
function wordsSeenBySh(line: string): string[] {
  const out = execFileSync("/bin/sh", ["-c", `set -- ${line}\nprintf '%s\\0' "$@"`]);
  return out.toString("utf8").split("\0").slice(0, -1);
}

const odd = [
  "",
  " ",
  "'",
  "''",
  "'\\''",
  '"',
  "a'b\"c",
  "$(touch /tmp/x)",
  "`id`",
  "$HOME",
  "a\nb",
  "\n",
  "\r\n",
  "a\\",
  "\\'",
  "-rf",
  "--",
  "~",
  "~root/x",
  "*",
  "?[a]",
  "{a,b}",
  "!",
  "!!",
  "#no comment",
  "a;b",
  "a&&b|c>d<e",
  "A=b",
  "if",
  "done",
  "\t",
  "schlüssel 鍵 🔑",
  "\u2028",
  "\u001b[31m",
  "EOF",
];

test("sh gets every odd word back as it was", () => {
  expect(wordsSeenBySh(odd.map(shellQuote).join(" "))).toEqual(odd);
});

test("sh gets any text without NUL back as it was", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }).filter((text) => !text.includes("\0")),
    fc.string({ unit: fc.constantFrom("'", '"', "\\", "\n", "$", "`", "!", "-", " ", "a", "=") }),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      expect(wordsSeenBySh(shellCommand(words))).toEqual(words);
    }),
    { numRuns: 100 },
  );
});

test("a word that is quoted where a command is expected is a command's name, never grammar", () => {
  for (const word of ["if", "while", "done", "A=b", "{", "!"]) {
    const line = `${shellQuote(word)}; echo "code $?"`;
    const out = execFileSync("/bin/sh", ["-c", line], { stdio: ["ignore", "pipe", "ignore"] });
    expect(out.toString(), word).toMatch(/^code (127|126)\n$/);
  }
});

test("plain paths and flags stay readable", () => {
  expect(shellCommand(["/usr/bin/systemctl", "stop", "cassandra@1.service", "--now"])).toBe(
    "/usr/bin/systemctl stop cassandra@1.service --now",
  );
});

test("a word with NUL is refused", () => {
  expect(() => shellQuote("a\0b")).toThrow(RangeError);
});
