/**
 * The security checklist of Electron's documentation (https://www.electronjs.org/docs/latest/tutorial/security), row
 * by row: where each row is proven, and the rules that no single file can prove, read from the sources.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const text = (path: string): string => readFileSync(join(root, path), "utf8");

/** Sources of the product below a folder, tests left out, without their comments. */
function sources(folder: string): { readonly path: string; readonly code: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.(ts|tsx|css|html)$/.test(path) && !path.includes(".test."))
    .map((path) => ({
      path,
      code: text(path).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
    }));
}

const all = ["shared", "electron", "renderer"].flatMap(sources);
const where = (pattern: RegExp, among = all): string[] =>
  among.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

/** Row of the checklist → the file and the name of the test that proves it. */
const proofs: readonly (readonly [row: string, file: string, test: string])[] = [
  ["1 only our own content is loaded", "electron/desktop/main.test.ts", "loads ringdrill://app/"],
  [
    "2 no Node in the page",
    "electron/desktop/guards.test.ts",
    "isolate and sandbox the page and give it no Node",
  ],
  [
    "3 context isolation",
    "electron/desktop/main.test.ts",
    "the window gets exactly the options that the test of the options vouches for",
  ],
  [
    "4 sandbox, for every process",
    "electron/desktop/main.test.ts",
    "sandbox and scheme come before ready, guards and screens before the window",
  ],
  [
    "4 a sandboxed preload is one file",
    "test/package/package.test.ts",
    "the preload is one file that asks for electron and nothing else",
  ],
  [
    "5 permissions are denied",
    "electron/desktop/guards.test.ts",
    "both handlers of the session use the table",
  ],
  ["6, 8–10 web security, no experiments", "electron/desktop/guards.test.ts", "webSecurity: true"],
  [
    "7 content security policy in the window",
    "electron/desktop/app-protocol.test.ts",
    "serves the page with the policy as a header",
  ],
  [
    "7 content security policy in the browser",
    "electron/web/web-host.test.ts",
    "the page and its files are served with their type and the whole policy",
  ],
  [
    "11, 12 no webview",
    "electron/desktop/guards.test.ts",
    "navigation, redirects, webviews and new windows are prevented",
  ],
  [
    "13, 14 no navigation, no new window",
    "electron/desktop/main.test.ts",
    "every web contents is guarded",
  ],
  [
    "15 openExternal for documentation only",
    "electron/desktop/guards.test.ts",
    "only https to a documentation host is opened outside",
  ],
  [
    "17 senders are checked",
    "electron/desktop/main.test.ts",
    "gets one when it is ours and the main frame",
  ],
  [
    "18 own scheme, and no way out of its folder",
    "electron/desktop/app-protocol.test.ts",
    "%s is not found",
  ],
  [
    "19 fuses",
    "test/package/package.test.ts",
    "are what electron-builder.yml says, and the one that it does not name stays as shipped",
  ],
  [
    "20 nothing of Electron's API in the page",
    "electron/desktop/preload.test.ts",
    "exposes exactly one function, which passes on nothing that it is given",
  ],
  [
    "browser host: token, Origin, Host",
    "electron/web/admission.test.ts",
    "another Host header is DNS rebinding and is refused",
  ],
  [
    "browser host: loopback only",
    "electron/web/web-host.test.ts",
    "on loopback only: no other address of this machine answers",
  ],
  [
    "secrets: no keyring, nothing kept",
    "electron/desktop/keychain.test.ts",
    "keeps nothing where Linux has no keyring, because Electron's password then is known to all",
  ],
];

describe("the security checklist", () => {
  it.each(proofs)("row %s has its test in %s", (_row, file, test) => {
    expect(text(file)).toContain(test);
  });

  it("row 16: the version that is packaged is the version whose types are checked", () => {
    const { devDependencies } = JSON.parse(text("package.json")) as {
      devDependencies: Record<string, string>;
    };
    expect(text("build/electron-builder.yml")).toContain(
      `electronVersion: ${devDependencies["electron"]}\n`,
    );
  });
});

describe("what may be used in one place only", () => {
  it.each([
    ["ipcMain", /\bipcMain\b/, ["electron/desktop/ipc-port.ts"]],
    ["ipcRenderer", /\bipcRenderer\b/, ["electron/desktop/preload.ts"]],
    ["contextBridge", /\bcontextBridge\b/, ["electron/desktop/preload.ts"]],
    ["openExternal", /\bopenExternal\b/, ["electron/desktop/main.ts"]],
    ["BrowserWindow", /\bnew BrowserWindow\b/, ["electron/desktop/main.ts"]],
    ["webPreferences", /\bwebPreferences\b/, ["electron/desktop/window-options.ts"]],
    ["the policy", /default-src/, ["shared/security/content-security-policy.ts"]],
  ])("%s", (_name, pattern, places) => {
    // The report is a page of its own and carries its own, stricter policy.
    const found = where(pattern).filter((path) => path !== "shared/report/report-html.ts");
    expect(found).toEqual(places);
  });

  it("electron itself is imported by the desktop only", () => {
    const elsewhere = where(/from "electron"|require\("electron"\)|import\("electron"\)/).filter(
      (path) => !path.startsWith("electron/desktop/"),
    );
    expect(elsewhere).toEqual([]);
  });

  it("the desktop's call to the world outside goes through the guards", () => {
    expect(text("electron/desktop/main.ts")).toContain(
      "guardContents(contents, (address) => void shell.openExternal(address))",
    );
  });

  it("who listens, listens on loopback", () => {
    // The practice cluster's own listeners are tested beside it: addresses of its nodes, and a socket in its folder.
    const calls = all
      .filter(({ path }) => !path.startsWith("electron/practice/"))
      .flatMap(({ path, code }) =>
        [...code.matchAll(/\.listen\(([^)]*)\)/g)].map((call) => [path, call[1] ?? ""] as const),
      );
    expect(calls.map(([path]) => path)).toContain("electron/web/web-host.ts");
    for (const [path, given] of calls) expect(given, path).toContain('"127.0.0.1"');
  });
});

describe("what may be used nowhere", () => {
  it.each([
    ["code made of text", /\beval\(|\bnew Function\(/],
    [
      "markup made of text in the screens",
      /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write/,
    ],
    ["webviews", /<webview|webviewTag: true/],
    [
      "switches that weaken Chromium",
      /no-sandbox|disable-web-security|ignore-certificate-errors|remote-debugging/,
    ],
    [
      "checks of certificates turned off",
      /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/,
    ],
  ])("%s", (_name, pattern) => {
    expect(where(pattern)).toEqual([]);
  });

  it("anything remote in what the screens load", () => {
    const loads = /(?:src|href|url\(|@import|fetch\(|new URL\()\s*=?\s*["'(]?\s*["']?https?:\/\//;
    expect(where(loads, sources("renderer"))).toEqual([]);
  });
});
