import { readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failureOf, sshBench } from "../../../test/fixtures/ssh/ssh-bench.ts";

const bench = sshBench();

test("a file is written whole with its mode, and nothing else is left behind", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const path = join(bench.folder(), "it's a 'file'");
  const text = `no end of line, 'quotes', $HOME, \`id\`, \\n, é🔑\nEOF\n${"x".repeat(300_000)}`;
  await session.writeFile(path, "old", 0o600);
  await session.writeFile(path, text, 0o750);
  expect(await readFile(path, "utf8")).toBe(text);
  expect((await stat(path)).mode & 0o777).toBe(0o750);
  expect(await readdir(bench.folder())).toEqual(["it's a 'file'", "known_hosts"]);
});

test("a symlink is replaced, not followed", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  const [real, link] = [join(bench.folder(), "real"), join(bench.folder(), "link")];
  await writeFile(real, "untouched");
  await symlink(real, link);
  await session.writeFile(link, "new", 0o600);
  expect(await readFile(real, "utf8")).toBe("untouched");
  expect(await readFile(link, "utf8")).toBe("new");
});

test("a file that cannot be written is a failure with the shell's words", async () => {
  const { port } = await bench.server();
  const session = await bench.session(bench.target(port));
  expect(await failureOf(session.writeFile("/no/such/folder/file", "x", 0o600))).toMatchObject({
    hop: "command",
    command: "write /no/such/folder/file",
  });
  const failure = await failureOf(session.writeFile(bench.folder(), "x", 0o600));
  expect(failure.said).toContain("is a folder");
  await expect(session.writeFile("relative", "x", 0o600)).rejects.toThrow(RangeError);
});
