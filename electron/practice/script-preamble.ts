import type { ScriptFacts } from "./script-facts.ts";
import { shQuote } from "./sh-quote.ts";

/**
 * Values and functions that start, stop and status share.
 * The process is known by pid, start time (field 22 of /proc/PID/stat, in ticks since boot) and boot id, so that a
 * number that was given to another process is never taken for Cassandra's.
 */
export function scriptPreamble(facts: ScriptFacts): string {
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
