/** Profiles on disk: one JSON file each, checked when read, replaced as a whole when written. No secret is in them. */
import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { profileSchema, type Profile } from "../../../shared/contract/profile.ts";
import type { ProfileFiles } from "../../core/deps.ts";

/** @param folder is created when the first profile is saved */
export function profileFiles(folder: string): ProfileFiles {
  const read = async (): Promise<{ found: Map<string, Profile>; problems: string[] }> => {
    const found = new Map<string, Profile>();
    const problems: string[] = [];
    for (const file of (await namesIn(folder)).filter((name) => name.endsWith(".json"))) {
      const path = join(folder, file);
      try {
        const checked = profileSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
        if (!checked.success) {
          const what = checked.error.issues.map(
            (issue) => `${issue.path.join(".") || "profile"}: ${issue.message}`,
          );
          problems.push(`${path}: ${what.join(", ")}; mend or delete the file`);
        } else if ([...found.values()].some((other) => other.name === checked.data.name)) {
          problems.push(
            `${path}: another file holds a profile named ${checked.data.name} as well; this one is not used`,
          );
        } else {
          found.set(path, checked.data);
        }
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        problems.push(`${path}: ${why}; mend or delete the file`);
      }
    }
    return { found, problems };
  };
  const removeNamed = async (name: string, except?: string): Promise<boolean> => {
    const { found } = await read();
    let removed = false;
    for (const [path, profile] of found) {
      if (profile.name !== name || path === except) continue;
      await rm(path, { force: true });
      removed = true;
    }
    return removed;
  };

  return {
    list: async () => {
      const { found, problems } = await read();
      const profiles = [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
      return { profiles, problems };
    },
    save: async (profile, replaces) => {
      // Only what the schema names is written: an unknown field could carry a secret.
      const checked = profileSchema.parse(profile);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, fileNameOf(checked.name));
      await writeWhole(path, `${JSON.stringify(checked, null, 2)}\n`);
      await removeNamed(checked.name, path);
      if (replaces !== undefined && replaces !== checked.name) await removeNamed(replaces, path);
    },
    remove: (name) => removeNamed(name),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** A readable start, and a hash because names may differ by case or by letters that no file system likes. */
function fileNameOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  const hash = createHash("sha256").update(name.normalize("NFC")).digest("hex").slice(0, 8);
  return `${words}-${hash}.json`;
}

async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
