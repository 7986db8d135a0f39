/** Bundles the programs that run on Node into CommonJS files: nothing of node_modules is in the package. */
import { builtinModules } from "node:module";
import { defineConfig } from "vite";

/** Optional native parts of ssh2 and cassandra-driver: both go on without them. */
const optional = [/\.node$/, "cpu-features", "kerberos"];

/** Programs; the preload is a build of its own, because a sandboxed preload cannot load a shared chunk. */
const programs = {
  desktop: "electron/desktop/main.ts",
  cli: "electron/cli/main.ts",
  "load-worker": "electron/io/app-client/load-worker.ts",
  "store-worker": "electron/io/sqlite/store-worker.ts",
  supervisor: "electron/practice/supervisor.ts",
  "simulated-node": "electron/practice/simulated/simulated-node-entry.ts",
  "simulated-nodetool": "electron/practice/simulated/nodetool-entry.ts",
};

const bundleUrl = 'const __bundleUrl = require("node:url").pathToFileURL(__filename).href;';

export default defineConfig(({ mode }) => ({
  // Only `ssr` builds resolve packages as Node does, instead of to their browser variants.
  ssr: { noExternal: true, target: "node" },
  build: {
    ssr: true,
    target: "node24",
    outDir: "dist/node",
    emptyOutDir: mode !== "preload",
    minify: false,
    rolldownOptions: {
      input: mode === "preload" ? { preload: "electron/desktop/preload.ts" } : programs,
      external: ["electron", ...builtinModules, /^node:/, ...optional],
      // CommonJS has no import.meta; every bundle knows its own file.
      transform: {
        define: { "import.meta.url": "__bundleUrl", "import.meta.dirname": "__dirname" },
      },
      output: {
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "[name]-[hash].cjs",
        // The preload may require nothing but electron.
        banner: mode === "preload" ? "" : bundleUrl,
      },
    },
  },
}));
