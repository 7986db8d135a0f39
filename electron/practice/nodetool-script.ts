import { fileUrl, type ScriptFacts } from "./script-facts.ts";
import { shQuote } from "./sh-quote.ts";

/** bin/nodetool of this node; cheaper than Cassandra's own script (small heap, C1 only, the server's class archive). */
export function nodetoolScript(facts: ScriptFacts, java17: readonly string[]): string {
  return `#!/bin/sh
# Written by Ringdrill's practice cluster.
archive=${shQuote(facts.archive)}
CLASSPATH=${shQuote(facts.classPath)}
export CLASSPATH
share=-Xshare:auto
[ -r "$archive" ] && share=-XX:SharedArchiveFile=$archive
exec ${shQuote(facts.java)} -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$share" \\
${java17.map((option) => `  ${option} \\`).join("\n")}
  ${shQuote(`-Dlogback.configurationFile=${fileUrl(`${facts.node}/conf/logback-tools.xml`)}`)} \\
  ${shQuote(`-Dcassandra.config=${fileUrl(`${facts.node}/conf/cassandra.yaml`)}`)} \\
  ${shQuote(`-Dcassandra.storagedir=${facts.node}`)} \\
  ${shQuote(`-Djava.io.tmpdir=${facts.node}/tmp`)} \\
  ${shQuote(`-Duser.home=${facts.node}`)} \\
  org.apache.cassandra.tools.NodeTool -h 127.0.0.1 -p ${String(facts.jmxPort)} "$@"
`;
}
