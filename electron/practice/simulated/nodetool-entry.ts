/** `bin/nodetool` of a simulated node: `node nodetool-entry RUN-FOLDER JMX-PORT COMMAND …`. */
import { askTool } from "./control-socket.ts";

const [runFolder = "", port = "7199", ...args] = process.argv.slice(2);
askTool(runFolder, { args }).then(
  ({ code, stdout, stderr }) => {
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    process.exitCode = code;
  },
  (error: unknown) => {
    const gone = ["ECONNREFUSED", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
    const why = gone ? "Connection refused (Connection refused)" : String(error);
    // The words of the real one, so that every reader of it understands this one.
    process.stderr.write(
      `nodetool: Failed to connect to '127.0.0.1:${port}' - ConnectException: '${why}'.\n`,
    );
    process.exitCode = 1;
  },
);
