/** Entry of the supervisor process: `node supervisor-entry FOLDER`. */
import { runSupervisor } from "./supervisor.ts";

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: supervisor-entry FOLDER");
  process.exit(2);
}
runSupervisor(folder).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
