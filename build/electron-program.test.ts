import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { electronProgram, whyNoWindow, type Machine } from "./electron-program.ts";
import { makeStubElectron } from "./stub-electron.mjs";

const machine: Machine = { platform: "linux", env: { DISPLAY: ":0" }, uid: 1000 };
let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ringdrill-electron-"));
  mkdirSync(join(root, "node_modules/electron"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

describe("Electron's program", () => {
  it("is not there after npm ci alone", () => {
    expect(electronProgram(root, machine)).toBeUndefined();
  });

  it("is found where install-electron puts it", () => {
    const folder = join(root, "node_modules/electron");
    writeFileSync(join(folder, "path.txt"), "electron");
    expect(electronProgram(root, machine)).toBeUndefined();
    makeStubElectron(join(folder, "dist"));
    expect(electronProgram(root, machine)).toBe(join(folder, "dist", "electron"));
  });

  it("is found in the folder that the environment names", () => {
    const elsewhere = join(root, "elsewhere");
    makeStubElectron(elsewhere);
    const env = { ELECTRON_OVERRIDE_DIST_PATH: elsewhere };
    expect(electronProgram(root, { ...machine, env })).toBe(join(elsewhere, "electron"));
  });
});

describe("a window", () => {
  it("is opened with a program, a display and an ordinary user", () => {
    expect(whyNoWindow("/e", machine)).toBeUndefined();
    expect(whyNoWindow("/e", { ...machine, env: { WAYLAND_DISPLAY: "wayland-0" } })).toBe(
      undefined,
    );
    expect(whyNoWindow("/e", { platform: "darwin", env: {}, uid: 0 })).toBeUndefined();
    expect(whyNoWindow("/e", { platform: "win32", env: {}, uid: undefined })).toBeUndefined();
  });

  it("is not opened otherwise, and what helps is said", () => {
    expect(whyNoWindow(undefined, machine)).toContain("npx install-electron");
    expect(whyNoWindow("/e", { ...machine, env: { DISPLAY: "" } })).toContain("no display");
    expect(whyNoWindow("/e", { ...machine, uid: 0 })).toContain("ordinary user");
  });
});
