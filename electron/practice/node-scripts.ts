import { shQuote } from "./sh-quote.ts";

/** What the scripts of a node have written into them. All paths are absolute. */
export interface ScriptFacts {
  readonly node: string;
  /** Folder of the cluster; processes carry it in their environment, so that `practice down` finds every one. */
  readonly cluster: string;
  readonly address: string;
  readonly java: string;
  readonly classPath: string;
  /** Class-data archive; a missing file only makes the start slower. */
  readonly archive: string;
  /** jamm's jar where the release needs its agent. */
  readonly agent: string | undefined;
  readonly jmxPort: number;
  /** Options of the first start only. */
  readonly firstStart: readonly string[];
}

/** Name of the environment variable that marks every process of a practice cluster with the cluster's folder. */
export const markVariable = "RINGDRILL_PRACTICE";

/**
 * Values and functions that start, stop and status share.
 * The process is known by pid, start time (field 22 of /proc/PID/stat, in ticks since boot) and boot id, so that a
 * number that was given to another process is never taken for Cassandra's.
 */
function preamble(facts: ScriptFacts): string {
  return `#!/bin/sh
# Written by Ringdrill's practice cluster; needs no other process of it and no environment.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
umask 077
node=${shQuote(facts.node)}
pid_file=$node/run/cassandra.pid

# Sets state (R, S, T, Z, …) and started of process $1; false when there is none.
look() {
  { read -r stat < "/proc/$1/stat"; } 2>/dev/null || return 1
  # The second field is the command in parentheses and may hold anything, blanks and parentheses too.
  set -- \${stat##*') '}
  state=$1
  threads=\${18}
  started=\${20}
}

# Sets pid; true when the process in the pid file is the one that was started then, and is not dead. Java's first
# thread can be dead (Z) while others are still closing its ports.
running() {
  { read -r pid since boot < "$pid_file"; } 2>/dev/null || return 1
  [ "$boot" = "$(cat /proc/sys/kernel/random/boot_id)" ] || return 1
  look "$pid" && [ "$started" = "$since" ] || return 1
  [ "$threads" -gt 1 ] || { [ "$state" != Z ] && [ "$state" != X ]; }
}
`;
}

/**
 * bin/start: starts the node unless it runs, and returns when its process exists (not when it answers).
 * Exit code 0: runs. 1: could not be started.
 */
export function startScript(facts: ScriptFacts): string {
  const set = (options: readonly string[]) =>
    options.map((option) => `  set -- "$@" ${shQuote(option)}`).join("\n");
  return `${preamble(facts)}
# Usage: start
#
# Before Java starts, "state/ringdrill-helper start-hook" is called if that file exists and is executable: it mends
# what an unfinished drill left (undoes renames, for example). When it fails or takes more than 120 s, the node is not
# started. It is called without this script's lock. A helper that calls this script while it mends sets
# RINGDRILL_IN_HELPER=1, and is then not called back.
#
# Options are read from conf/jvm-server.options, conf/jvm17-server.options and, if it exists, conf/jvm-extra.options.
# RINGDRILL_WHOLE_RING=1 leaves out the wait for gossip to settle; right only when the whole ring is being started.
${markVariable}=${shQuote(facts.cluster)}
export ${markVariable}
java=${shQuote(facts.java)}
archive=${shQuote(facts.archive)}
first=$node/run/started-before

add_options() {
  [ -r "$1" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in -*) printf '%s\\n' "$line" ;; esac
  done < "$1"
}

run_java() {
  cd "$node" || exit 1
  exec 9>&-
  look $$ || exit 1
  printf '%s %s %s\\n' $$ "$started" "$(cat /proc/sys/kernel/random/boot_id)" > "$pid_file.$$" || exit 1
  mv -f "$pid_file.$$" "$pid_file" || exit 1
  set --
  while IFS= read -r line; do set -- "$@" "$line"; done <<OPTIONS
$(add_options "$node/conf/jvm-server.options"; add_options "$node/conf/jvm17-server.options"; add_options "$node/conf/jvm-extra.options")
OPTIONS
  [ -r "$archive" ] && set -- "$@" "-XX:SharedArchiveFile=$archive" -Xshare:auto
${facts.agent === undefined ? "" : `  set -- "$@" ${shQuote(`-javaagent:${facts.agent}`)}\n`}  if [ "$RINGDRILL_FIRST_START" = 1 ]; then
${set(facts.firstStart).replaceAll(/^/gm, "  ")}
  else
    set -- "$@" -Dcassandra.ring_delay_ms=5000
    [ "$RINGDRILL_WHOLE_RING" = 1 ] && set -- "$@" -Dcassandra.skip_wait_for_gossip_to_settle=0
  fi
${set([
  `-Dcassandra.jmx.local.port=${String(facts.jmxPort)}`,
  "-Djava.rmi.server.hostname=127.0.0.1",
  "-Djdk.attach.allowAttachSelf=true",
  "-Dio.netty.tryReflectionSetAccessible=true",
  `-Djava.io.tmpdir=${facts.node}/tmp`,
  `-Dcassandra.logdir=${facts.node}/log`,
  `-Dcassandra.storagedir=${facts.node}`,
  `-Dlogback.configurationFile=${fileUrl(`${facts.node}/conf/logback.xml`)}`,
  `-Dcassandra.config=${fileUrl(`${facts.node}/conf/cassandra.yaml`)}`,
  `-Dcassandra-rackdc.properties=${fileUrl(`${facts.node}/conf/cassandra-rackdc.properties`)}`,
])}
  CLASSPATH=${shQuote(facts.classPath)} HOME=$node exec "$java" "$@" org.apache.cassandra.service.CassandraDaemon
}

if [ "$1" = --run ]; then run_java; fi

if running; then echo "already running: $pid $started"; exit 0; fi
hook=$node/state/ringdrill-helper
if [ "$RINGDRILL_IN_HELPER" != 1 ] && [ -x "$hook" ]; then
  if ! timeout -k 5 120 "$hook" start-hook; then
    echo "not started: $hook start-hook failed, so an unfinished drill may not be mended" >&2
    exit 1
  fi
fi

exec 9> "$node/run/lock" || exit 1
if ! flock -w 90 9; then echo "not started: another start or stop of $node takes too long" >&2; exit 1; fi
if running; then echo "already running: $pid $started"; exit 0; fi
mkdir -p "$node/log" "$node/tmp" || exit 1
# Native libraries that a killed Java left behind.
rm -f "$node"/tmp/*.so "$node"/tmp/jna*.tmp
RINGDRILL_FIRST_START=0
if [ ! -e "$node/data" ] && [ ! -e "$first" ]; then RINGDRILL_FIRST_START=1; fi
: > "$first" || exit 1
export RINGDRILL_FIRST_START RINGDRILL_WHOLE_RING
setsid /bin/sh "$node/bin/start" --run < /dev/null >> "$node/log/out.log" 2>&1 9>&- &
child=$!
tries=0
while [ "$tries" -lt 100 ]; do
  if running && [ "$pid" = "$child" ]; then echo "started: $pid $started"; exit 0; fi
  if ! look "$child" || [ "$state" = Z ]; then break; fi
  sleep 0.05
  tries=$((tries + 1))
done
echo "not started: see $node/log/out.log" >&2
exit 1
`;
}

/**
 * bin/stop: SIGTERM, on which Cassandra drains; SIGKILL after 40 s. Wakes a frozen process first.
 * Exit code 0: does not run any more. 1: still runs.
 */
export function stopScript(facts: ScriptFacts): string {
  return `${preamble(facts)}
# Usage: stop
exec 9> "$node/run/lock" || exit 1
if ! flock -w 90 9; then echo "not stopped: another start or stop of $node takes too long" >&2; exit 1; fi
if ! running; then rm -f "$pid_file"; echo "not running"; exit 0; fi
kill -TERM "$pid"
kill -CONT "$pid"
tries=0
while running; do
  if [ "$tries" -eq 400 ]; then
    echo "process $pid did not end within 40 s of SIGTERM: SIGKILL" >&2
    kill -KILL "$pid"
  fi
  if [ "$tries" -eq 450 ]; then echo "not stopped: process $pid is still there" >&2; exit 1; fi
  sleep 0.1
  tries=$((tries + 1))
done
rm -f "$pid_file"
echo "stopped"
`;
}

/**
 * bin/status, with the exit codes of an init script (LSB): 0 runs, 1 dead but its pid file is there, 3 not running.
 * Prints `running PID START-TIME STATE`, where STATE T is a frozen process.
 */
export function statusScript(facts: ScriptFacts): string {
  return `${preamble(facts)}
# Usage: status
if running; then echo "running $pid $started $state"; exit 0; fi
if [ -e "$pid_file" ]; then echo "dead $(cat "$pid_file")"; exit 1; fi
echo "stopped"
exit 3
`;
}

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

function fileUrl(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}
