import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "shared/**/*.test.ts",
            "electron/**/*.test.ts",
            "renderer/**/*.test.{ts,tsx}",
            "build/**/*.test.ts",
            "test/*.test.ts",
            "test/contract/**/*.test.ts",
          ],
          environment: "node",
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "built",
          include: ["test/package/**/*.test.ts", "test/browser/fake-host/*.test.ts"],
          environment: "node",
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "real",
          globalSetup: ["test/real/global-setup.ts"],
          include: [
            "test/real/{inspect,bundled-program,drills,bad-input,full-disk}.test.ts",
            "test/browser/real-cluster.test.ts",
          ],
          environment: "node",
          fileParallelism: false,
          testTimeout: 480_000,
          hookTimeout: 300_000,
        },
      },
      {
        // What takes minutes a test, on top of `real`: `npm run test:all`.
        test: {
          name: "all",
          globalSetup: ["test/real/global-setup.ts"],
          include: ["test/all/**/*.test.ts", "test/real/{kills,failures,practice,secrets}.test.ts"],
          environment: "node",
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
