/** `npm run fuzz [minutes]`: the property tests with far more runs, again and again until the time is over. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const minutes = Number(process.argv[2] ?? "10");
if (!(minutes > 0)) {
  process.stderr.write("usage: npm run fuzz -- MINUTES\n");
  process.exit(2);
}
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const until = Date.now() + minutes * 60_000;
let rounds = 0;
do {
  const run = spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "unit",
      "shared/cql",
      "shared/parse",
      "shared/shell",
      "shared/drill",
    ],
    { cwd: root, stdio: "inherit" },
  );
  if (run.status !== 0) process.exit(1);
  rounds += 1;
} while (Date.now() < until);
console.log(`${rounds} rounds without a failure`);
