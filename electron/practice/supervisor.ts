/** Entry of the supervisor process: `node supervisor FOLDER`. */
import { runSupervisor } from "./run-supervisor.ts";

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: supervisor FOLDER");
  process.exit(2);
}
runSupervisor(folder).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
