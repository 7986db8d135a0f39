import { readInteger } from "../text/number.ts";

/** Why nodetool gave no answer, told apart by what the operator can do. */
export interface ToolError {
  readonly kind: "connect" | "login" | "keyspace" | "jvm" | "usage" | "other";
  /** The line that says so, as it was printed. */
  readonly text: string;
  /** Java's class name, where one was printed. */
  readonly exception: string | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** What helps, where it is known. */
  readonly remedy: string | undefined;
}

const CONNECT = /^nodetool: Failed to connect to '(.+):(\d+)' - (\w+): '(.*)'\.?$/;
const JVM =
  /^(Error (opening zip file|occurred during initialization)|agent library failed|Error: Could not|Unrecognized VM option|Could not find or load)/;

const REMEDIES: Readonly<Record<string, string>> = {
  URISyntaxException:
    "Ask again with `nodetool -Dcom.sun.jndi.rmiURLParsing=legacy …`: this Java is too new for this nodetool (CASSANDRA-17581).",
  ConnectException:
    "Check that Cassandra runs and that JMX listens on this port: it is down, still starting, or configured otherwise.",
  SocketTimeoutException:
    "JMX accepted the connection and did not answer: look for a long GC pause or a stopped process.",
};

/**
 * Recognises a line of nodetool's own errors (1.2–5.0, on stdout or stderr; the exit code alone is not to be
 * trusted). Gives undefined for every other line.
 */
export function readToolError(line: string): ToolError | undefined {
  const text = line.trim();
  const none = { exception: undefined, host: undefined, port: undefined, remedy: undefined };
  const connect = CONNECT.exec(text);
  if (connect !== null) {
    const exception = connect[3] ?? "";
    return {
      kind: exception === "SecurityException" ? "login" : "connect",
      text,
      exception,
      host: connect[1],
      port: readInteger(connect[2]),
      remedy: REMEDIES[exception],
    };
  }
  if (/^Error: The keyspace .*does not exist/.test(text))
    return { ...none, kind: "keyspace", text };
  if (JVM.test(text)) return { ...none, kind: "jvm", text };
  if (text.startsWith("nodetool: ")) return { ...none, kind: "usage", text };
  if (text.startsWith("error: ")) return { ...none, kind: "other", text };
  return undefined;
}
