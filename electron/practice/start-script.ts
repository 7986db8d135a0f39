import { markVariable } from "./process-mark.ts";
import { fileUrl, type ScriptFacts } from "./script-facts.ts";
import { scriptPreamble } from "./script-preamble.ts";
import { shQuote } from "./sh-quote.ts";

/**
 * bin/start: starts the node unless it runs, and returns when its process exists (not when it answers).
 * Exit code 0: runs. 1: could not be started.
 */
export function startScript(facts: ScriptFacts): string {
  const set = (options: readonly string[]) =>
    options.map((option) => `  set -- "$@" ${shQuote(option)}`).join("\n");
  return `${scriptPreamble(facts)}
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
