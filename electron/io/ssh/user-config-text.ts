/** ssh's configuration files as one text, with Include lines replaced by what they name. */
import { glob, readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { homePath } from "./home-path.ts";

/** ssh itself stops there. */
const deepest = 16;

/** The files that ssh reads, in its order; the first value of a setting wins. */
export const userConfigFiles: readonly string[] = ["~/.ssh/config", "/etc/ssh/ssh_config"];

/**
 * The text of the files one after the other. A file that does not exist is empty, as for ssh.
 * @throws an error with the path for a file that exists and cannot be read
 */
export async function readUserConfig(files: readonly string[] = userConfigFiles): Promise<string> {
  const texts: string[] = [];
  for (const file of files) texts.push(await withIncludes(homePath(file), 0));
  // What stands before the first Host of the second file is for every host, not for the last Host of the first.
  return texts.join("\nHost *\n");
}

async function withIncludes(path: string, depth: number): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
  const lines: string[] = [];
  let block = "Host *";
  for (const line of text.split(/\r?\n/)) {
    const include = /^\s*include(?:\s+|\s*=\s*)(.+)$/i.exec(line)?.[1];
    if (/^\s*(host|match)[\s=]/i.test(line)) block = line;
    // The library would ask nslookup to complete names; addresses come from the cluster, not from a search list.
    if (/^\s*canonical/i.test(line)) continue;
    if (include === undefined || depth >= deepest) {
      lines.push(line);
      continue;
    }
    for (const file of await filesOf(include, dirname(path))) {
      lines.push(await withIncludes(file, depth + 1));
    }
    // An included file may end inside a block of its own.
    lines.push(block);
  }
  return lines.join("\n");
}

/** Paths of an Include line: several, quoted, with patterns; relative ones start at the including file's folder. */
async function filesOf(words: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const [, quoted, bare] of words.matchAll(/"([^"]*)"|(\S+)/g)) {
    const path = homePath(quoted ?? bare ?? "");
    const found: string[] = [];
    const pattern = isAbsolute(path) ? path : join(folder, path);
    for await (const file of glob(pattern)) found.push(file);
    files.push(...found.toSorted());
  }
  return files;
}
