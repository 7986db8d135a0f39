import type { ScriptFacts } from "./script-facts.ts";
import { scriptPreamble } from "./script-preamble.ts";

/**
 * bin/stop: SIGTERM, on which Cassandra drains; SIGKILL after 40 s. Wakes a frozen process first.
 * Exit code 0: does not run any more. 1: still runs.
 */
export function stopScript(facts: ScriptFacts): string {
  return `${scriptPreamble(facts)}
# Usage: stop
exec 9> "$node/run/lock" || exit 1
if ! flock -w 90 9; then echo "not stopped: another start or stop of $node takes too long" >&2; exit 1; fi
if ! running; then rm -f "$pid_file"; echo "not running"; exit 0; fi
kill -TERM "$pid"
kill -CONT "$pid"
ended_by=TERM
tries=0
while running; do
  if [ "$tries" -eq 400 ]; then
    echo "process $pid did not end within 40 s of SIGTERM: SIGKILL" >&2
    kill -KILL "$pid"
    ended_by=KILL
  fi
  if [ "$tries" -eq 450 ]; then echo "not stopped: process $pid is still there" >&2; exit 1; fi
  sleep 0.1
  tries=$((tries + 1))
done
rm -f "$pid_file"
# The drill helper reads which signal really ended the process.
echo "stopped, ended-by $ended_by"
`;
}

/**
 * bin/status, with the exit codes of an init script (LSB): 0 runs, 1 dead but its pid file is there, 3 not running.
 * Prints `running PID START-TIME STATE`, where STATE T is a frozen process.
 */
export function statusScript(facts: ScriptFacts): string {
  return `${scriptPreamble(facts)}
# Usage: status
if running; then echo "running $pid $started $state"; exit 0; fi
if [ -e "$pid_file" ]; then echo "dead $(cat "$pid_file")"; exit 1; fi
echo "stopped"
exit 3
`;
}
