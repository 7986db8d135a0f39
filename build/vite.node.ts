/** Bundles the programs that run on Node into single CommonJS files: nothing of node_modules is in the package. */
import { builtinModules } from "node:module";
import { defineConfig } from "vite";

/** Optional native parts of ssh2 and cassandra-driver: both go on without them. */
const optional = [/\.node$/, "cpu-features", "kerberos"];

export default defineConfig(({ mode }) => ({
  build: {
    target: "node24",
    outDir: "dist/node",
    emptyOutDir: mode !== "preload",
    minify: false,
    // One entry a build for the sandboxed preload: a shared chunk could not be required there.
    lib:
      mode === "preload"
        ? {
            entry: { preload: "electron/desktop/preload.ts" },
            formats: ["cjs"],
            fileName: () => "preload.cjs",
          }
        : {
            entry: {
              desktop: "electron/desktop/main.ts",
              cli: "electron/cli/main.ts",
              "load-worker": "electron/io/app-client/load-worker.ts",
              "store-worker": "electron/io/sqlite/store-worker.ts",
              supervisor: "electron/practice/supervisor.ts",
            },
            formats: ["cjs"],
            fileName: (_format, name) => `${name}.cjs`,
          },
    rolldownOptions: {
      // CommonJS has no import.meta; every bundle knows its own file.
      transform: { define: { "import.meta.url": "__bundleUrl", "import.meta.dirname": "__dirname" } },
      output: { banner: 'const __bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
      external: ["electron", ...builtinModules, /^node:/, ...optional],
    },
  },
  ssr: { noExternal: true },
}));
