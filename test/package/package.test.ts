/** What is in a package, and that its programs run from it. */
import { once } from "node:events";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLoadClient } from "../../electron/io/app-client/load-client.ts";
import { root, run } from "./bundles.ts";
import { pack, type Packed } from "./packed.ts";

let packed: Packed;
beforeAll(async () => {
  packed = await pack();
});
afterAll(() => packed.remove());

const read = (path: string): string => readFileSync(join(packed.app, path), "utf8");

/** A port of loopback on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Names that a bundle asks for at run time; examples in comments are none. */
function requires(path: string): string[] {
  const code = read(path).replaceAll(/^\s*\*.*$/gm, "");
  const calls = code.matchAll(/\brequire\(\s*(["'`])([^"'`\n]+)\1\s*\)/g);
  return [...new Set([...calls].map((call) => call[2] ?? ""))];
}

describe("the package", () => {
  it("holds the programs, the screens and package.json, and nothing else", () => {
    const known = [
      /^dist\/node\/[\w.-]+\.cjs$/,
      /^dist\/renderer\/index\.html$/,
      /^dist\/renderer\/icon\.svg$/,
      /^dist\/renderer\/assets\/[\w.-]+\.(js|css|woff2?|ttf|eot|svg|png)$/,
      /^package\.json$/,
    ];
    expect(packed.files.filter((path) => !known.some((each) => each.test(path)))).toEqual([]);
    for (const program of ["desktop", "cli", "preload", "supervisor", "store-worker"])
      expect(packed.files).toContain(`dist/node/${program}.cjs`);
    expect(packed.files).toContain("dist/renderer/index.html");
  });

  it("holds no node_modules, source, map or test, and no path of the machine that built it", () => {
    for (const path of packed.files)
      expect(path).not.toMatch(/node_modules|\.ts$|\.tsx$|\.map$|\.test\.|fixtures/);
    for (const path of packed.files.filter((each) => /\.(cjs|js|css|html|json)$/.test(each)))
      expect(read(path).includes(root), path).toBe(false);
  });

  it("has a package.json whose main is there and which runs nothing", () => {
    const own = JSON.parse(read("package.json")) as Record<string, unknown>;
    expect(packed.files).toContain(own["main"]);
    const source = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as object;
    expect(own).toMatchObject({ name: "ringdrill", version: Reflect.get(source, "version") });
    for (const field of ["scripts", "devDependencies", "build"])
      expect(own, field).not.toHaveProperty(field);
  });

  it("is smaller than 12 MB, so that nothing big slipped in", () => {
    expect(statSync(join(packed.installed, "resources", "app.asar")).size).toBeLessThan(12_000_000);
  });

  it("has the licence beside the program, and no default application of Electron", () => {
    expect(readFileSync(join(packed.installed, "LICENSE.ringdrill.txt"), "utf8")).toContain(
      "Apache License",
    );
    expect(existsSync(join(packed.installed, "resources", "default_app.asar"))).toBe(false);
  });
});

describe("the fuses of the packed program", () => {
  it("are what electron-builder.yml says, and the one that it does not name stays as shipped", async () => {
    const wire = await getCurrentFuseWire(join(packed.installed, "ringdrill"));
    expect(wire.version).toBe(FuseVersion.V1);
    const on = (fuse: FuseV1Options): boolean => Number(wire[fuse]) === Number(FuseState.ENABLE);
    expect({
      runAsNode: on(FuseV1Options.RunAsNode),
      enableCookieEncryption: on(FuseV1Options.EnableCookieEncryption),
      enableNodeOptionsEnvironmentVariable: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      enableNodeCliInspectArguments: on(FuseV1Options.EnableNodeCliInspectArguments),
      enableEmbeddedAsarIntegrityValidation: on(
        FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      ),
      onlyLoadAppFromAsar: on(FuseV1Options.OnlyLoadAppFromAsar),
      loadBrowserProcessSpecificV8Snapshot: on(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      grantFileProtocolExtraPrivileges: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
      wasmTrapHandlers: on(FuseV1Options.WasmTrapHandlers),
    }).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      wasmTrapHandlers: true,
    });
  });
});

describe("the bundles in the package", () => {
  it("the preload is one file that asks for electron and nothing else", () => {
    expect(requires("dist/node/preload.cjs")).toEqual(["electron"]);
    expect(read("dist/node/preload.cjs")).not.toMatch(/\bimport\s*\(|\bprocess\b|__dirname/);
  });

  it("every other one asks for Node's modules, its neighbours, and in the desktop for electron", () => {
    // Optional native parts of ssh2 and cassandra-driver, each asked for in a try.
    const native = "../node_modules/ssh2/lib/protocol/crypto/build/Release/sshcrypto.node";
    const optional = new Set(["cpu-features", "kerberos", native]);
    const strange: string[] = [];
    for (const path of packed.files.filter((each) => each.endsWith(".cjs"))) {
      for (const name of requires(path)) {
        const fine =
          name.startsWith("node:") ||
          builtinModules.includes(name) ||
          optional.has(name) ||
          (name === "electron" && /\/(desktop|preload)\.cjs$/.test(path)) ||
          packed.files.includes(`dist/node/${name.replace(/^\.\//, "")}`);
        if (!fine) strange.push(`${path}: ${name}`);
      }
    }
    expect(strange).toEqual([]);
  });

  it("programs that are started by their file's name are there", () => {
    const named = packed.files
      .filter((each) => each.endsWith(".cjs"))
      .flatMap((path) => [...read(path).matchAll(/["'`]([\w-]+)["'`]:\s*["'`]\.\.\/[\w/-]+\.ts/g)])
      .map((match) => match[1] ?? "");
    expect(new Set(named).size).toBeGreaterThanOrEqual(2);
    for (const name of named) expect(packed.files).toContain(`dist/node/${name}.cjs`);
    expect(packed.files).toContain("dist/node/supervisor.cjs");
  });

  it("the page asks for files of the package only, and holds no script or style of its own", () => {
    const page = read("dist/renderer/index.html");
    const asked = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(asked.length).toBeGreaterThan(2);
    for (const each of asked)
      expect(packed.files).toContain(`dist/renderer/${each.replace(/^\.\//, "")}`);
    expect(page).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
  });
});

describe("the programs from the package", () => {
  const cli = (args: readonly string[], home: string) =>
    run(process.execPath, [join(packed.app, "dist/node/cli.cjs"), ...args], {
      env: { ...process.env, RINGDRILL_HOME: join(packed.app, home) },
      cwd: "/",
    });

  it("the command line says its version", async () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect((await cli(["--version"], "home-version")).stdout.trim()).toBe(version);
  });

  it("the command line opens a host with its store, and tells of the practice cluster", async () => {
    const { stdout } = await cli(["practice", "status", "--json"], "home-status");
    expect(JSON.parse(stdout)).toMatchObject({ state: "none", nodes: [] });
    const log = read("home-status/ringdrill.log");
    expect(log).toContain('"msg":"ended"');
    expect(log).not.toContain('"level":50');
    expect(existsSync(join(packed.app, "home-status/ringdrill.sqlite"))).toBe(true);
  });

  it("the browser host serves the packed screens", async () => {
    mkdirSync(join(packed.app, "home-serve"));
    const child = spawn(
      process.execPath,
      [join(packed.app, "dist/node/cli.cjs"), "serve", "--json"],
      {
        env: { ...process.env, RINGDRILL_HOME: join(packed.app, "home-serve") },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    try {
      let text = "";
      while (!text.includes("}")) text += String((await once(child.stdout, "data"))[0]);
      const { url } = JSON.parse(text) as { url: string };
      const answer = await fetch(new URL("/", url));
      expect(await answer.text()).toBe(read("dist/renderer/index.html"));
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    } finally {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    expect(child.exitCode).toBe(0);
  });

  it("the load's thread starts, and its driver says what it could not reach", async () => {
    const port = await freePort();
    const workerUrl = pathToFileURL(join(packed.app, "dist/node/load-worker.cjs"));
    const load = createLoadClient({ workerUrl }).start({
      contactPoints: ["127.0.0.1"],
      port,
      localDc: "dc1",
      nodes: ["127.0.0.1"],
      keyspace: "k",
      table: "ledger",
      consistency: "QUORUM",
      kind: "write",
      ratePerSecond: 10,
      probeRatePerSecond: 0,
      seed: 1,
      probeSeqs: [],
      ledgerFile: join(packed.app, "ledger.bin"),
      preloaded: 0,
    });
    await expect(load).rejects.toMatchObject({
      detail: { hop: "cql connect", kind: "connection refused", node: "127.0.0.1" },
    });
  });

  it("the supervisor without a folder says how it is started", async () => {
    const failed = run(process.execPath, [join(packed.app, "dist/node/supervisor.cjs")]);
    await expect(failed).rejects.toMatchObject({ code: 2, stderr: "usage: supervisor FOLDER\n" });
  });
});

describe("the deb", () => {
  /** What follows each of one option. */
  const given = (option: string): string[] =>
    packed.fpm.flatMap((each, i) => (each === option ? [packed.fpm[i + 1] ?? ""] : []));

  it("depends on the libraries that Electron needs, under their old and new names", () => {
    expect(given("-d")).toEqual([
      "libgtk-3-0 | libgtk-3-0t64",
      "libnss3",
      "libxss1",
      "libasound2 | libasound2t64",
      "libatspi2.0-0 | libatspi2.0-0t64",
      "libnotify4",
      "libuuid1",
      "xdg-utils",
    ]);
    expect(given("--deb-recommends")).toEqual(["libsecret-1-0"]);
    expect(given("--deb-suggests")).toEqual(["openjdk-17-jre-headless", "maven"]);
  });

  it("has name, version, maintainer and licence", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect([given("--name"), given("--version"), given("--license")]).toEqual([
      ["ringdrill"],
      [version],
      ["Apache-2.0"],
    ]);
    expect(given("--maintainer")).toEqual(["The Ringdrill authors <hello@ringdrill.dev>"]);
  });

  it("installs the program, its icons in all sizes and its menu entry", () => {
    const put = packed.fpm
      .filter((each) => /^\/.+=\//.test(each))
      .map((each) => each.split("=")[1]);
    expect(put).toContain("/opt/Ringdrill");
    expect(put).toContain("/usr/share/applications/ringdrill.desktop");
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
      expect(put).toContain(`/usr/share/icons/hicolor/${size}x${size}/apps/ringdrill.png`);
  });
});
