/** Builds the screens into dist/renderer. Nothing is inlined, so the page lives under a CSP without `unsafe-inline`. */
import react from "@vitejs/plugin-react";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const house = join(dirname(fileURLToPath(import.meta.url)), "..");

export default defineConfig({
  root: join(house, "renderer"),
  // Relative addresses: the same files are served over http://127.0.0.1:PORT/ and ringdrill://app/.
  base: "./",
  plugins: [react()],
  build: {
    outDir: join(house, "dist/renderer"),
    emptyOutDir: true,
    target: "chrome156",
    // The polyfill is an inline script; Chromium needs none.
    modulePreload: { polyfill: false },
    // data: addresses are allowed for images only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_500,
  },
});
