import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFolderPath, prepareDataFolder } from "./data-folder.ts";

test("RINGDRILL_HOME comes first, then XDG_DATA_HOME if absolute, then the home folder", () => {
  expect(dataFolderPath({ RINGDRILL_HOME: "/x", XDG_DATA_HOME: "/y" }, "linux")).toBe("/x");
  expect(dataFolderPath({ XDG_DATA_HOME: "/y" }, "linux")).toBe("/y/ringdrill");
  expect(dataFolderPath({ XDG_DATA_HOME: "y" }, "linux")).toBe(
    join(homedir(), ".local/share/ringdrill"),
  );
});

test("a folder that others could read is shut", () => {
  const base = mkdtempSync(join(tmpdir(), "data-"));
  mkdirSync(join(base, "old"), { mode: 0o755 });
  for (const name of ["old", "new/deep"]) {
    prepareDataFolder(join(base, name));
    expect(statSync(join(base, name)).mode & 0o777).toBe(0o700);
  }
  rmSync(base, { recursive: true });
});
