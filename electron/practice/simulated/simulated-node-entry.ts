/**
 * Entry of a simulated node's process. It gets the options that a Java with Cassandra would get; with `--warm` it only
 * loads its code, so that the compile cache is there for all nodes.
 */
import { flushCompileCache } from "node:module";
import { runSimulatedNode } from "./run-simulated-node.ts";

const args = process.argv.slice(2);
if (args.includes("--warm")) {
  flushCompileCache();
} else {
  runSimulatedNode(args).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(3);
  });
}
