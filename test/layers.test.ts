/** The import rules in words: each is broken once in a small house with the real configurations, and must be refused. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let house = "";

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), "ringdrill-house-"));
  for (const file of [".oxlintrc.json", "tsconfig.base.json", "package.json"])
    cpSync(join(root, file), join(house, file));
  for (const folder of ["shared", "electron", "renderer"]) {
    mkdirSync(join(house, folder));
    cpSync(join(root, folder, "tsconfig.json"), join(house, folder, "tsconfig.json"));
  }
  writeFileSync(
    join(house, "tsconfig.json"),
    JSON.stringify({
      files: [],
      references: [{ path: "shared" }, { path: "electron" }, { path: "renderer" }],
    }),
  );
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
  put("shared/a.ts", "export const a = 1;\n");
  put("electron/core/deps.ts", "export interface D { readonly d: number }\n");
  put("electron/core/b.ts", 'import { a } from "../../shared/a.ts";\nexport const b = a;\n');
  put(
    "electron/io/c.ts",
    'import type { D } from "../core/deps.ts";\nexport const c: D = { d: 1 };\n',
  );
  put("renderer/r.ts", 'import { a } from "../shared/a.ts";\nexport const r = a;\n');
});
afterEach(() => rmSync(house, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
}
function compile() {
  return spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b"], {
    cwd: house,
    encoding: "utf8",
  });
}
function lint() {
  return spawnSync(process.execPath, ["node_modules/oxlint/bin/oxlint", "."], {
    cwd: house,
    encoding: "utf8",
  });
}

describe("the layers", () => {
  it("a house that keeps the rules compiles and passes the linter", () => {
    const compiled = compile();
    expect(compiled.stdout).toBe("");
    expect(compiled.status).toBe(0);
    expect(lint().status).toBe(0);
  });

  it.each([
    [
      "Node's modules",
      'import { readFileSync } from "node:fs";\nexport const x = readFileSync;\n',
      "TS2591",
    ],
    ["the process", "export const x = process.pid;\n", "TS2591"],
    ["the document", "export const x = document.title;\n", "TS2584"],
    ["timers", "export const x = setTimeout;\n", "TS2304"],
    ["the console", 'console.log("x");\nexport const x = 1;\n', "TS2584"],
  ])("the compiler refuses %s in shared", (_what, text, code) => {
    put("shared/bad.ts", text);
    const compiled = compile();
    expect(compiled.status).not.toBe(0);
    expect(compiled.stdout).toContain(code);
  });

  it("the compiler refuses electron in renderer and in shared", () => {
    put("renderer/bad.ts", 'import { b } from "../electron/core/b.ts";\nexport const x = b;\n');
    expect(compile().stdout).toContain("TS6307");
    rmSync(join(house, "renderer/bad.ts"));
    put("shared/bad.ts", 'import { b } from "../electron/core/b.ts";\nexport const x = b;\n');
    expect(compile().stdout).toContain("TS6307");
  });

  it.each([
    ["shared", "shared/bad.ts", "ssh2", "shared/ is pure"],
    ["core", "electron/core/bad.ts", "node:fs", "electron/core gets the world as arguments"],
    ["core", "electron/core/bad.ts", "../io/c.ts", "the world comes in through core/deps.ts"],
    ["io", "electron/io/bad.ts", "../core/b.ts", "core/deps.ts only"],
    ["io", "electron/io/bad.ts", "ws", "electron/io:"],
    ["practice", "electron/practice/bad.ts", "../io/c.ts", "electron/practice: shared/"],
    ["practice", "electron/practice/bad.ts", "cassandra-driver", "electron/practice:"],
    ["desktop", "electron/desktop/bad.ts", "ws", "electron/desktop:"],
    ["web", "electron/web/bad.ts", "electron", "electron/web:"],
    ["cli", "electron/cli/bad.ts", "../desktop/main.ts", "may not import each other"],
    ["cli", "electron/cli/bad.ts", "../compose/real-host.ts", "electron/cli:"],
    ["renderer", "renderer/bad.ts", "ssh2", "renderer:"],
    ["renderer", "renderer/bad.ts", "../electron/core/b.ts", "may not import electron/"],
  ])("the linter refuses in %s (%s) an import of %s", (_layer, file, target, words) => {
    put(file, `import * as x from ${JSON.stringify(target)};\nexport const y = x;\n`);
    const linted = lint();
    expect(linted.status).not.toBe(0);
    expect(linted.stdout.replace(/\s+/g, " ")).toContain(words);
  });
});
