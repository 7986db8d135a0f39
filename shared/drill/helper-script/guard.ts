/** Part of the node helper: the guard, a process of its own that brings the node back when nobody renews the lease. */
export const guard = `
# ---- the guard ---------------------------------------------------------------------------------------

# guard_state: GUARD is none, alive, silent (lives, but no heartbeat for 3 s) or dead; GUARD_PID, GUARD_AGE.
guard_state() {
  GUARD=none GUARD_PID= GUARD_AGE=
  { read -r GUARD_PID gs_start gs_boot <"$DIR/guard"; } 2>/dev/null || return 0
  GUARD=dead
  is_number "$GUARD_PID" && [ "$gs_boot" = "$BOOT" ] && is_proc "$GUARD_PID" "$gs_start" || return 0
  GUARD=silent
  { read -r gs_up gs_rest <"$DIR/beat"; } 2>/dev/null || return 0
  is_number "$gs_up" || return 0
  now
  GUARD_AGE=$((UP - gs_up))
  [ "$GUARD_AGE" -gt 300 ] || GUARD=alive
}
guard_lives() { guard_state && [ "$GUARD" = alive ]; }
guard_comes() {
  gc_n=0
  until guard_lives; do
    [ "$gc_n" -lt 30 ] || return 1
    gc_n=$((gc_n + 1))
    nap 0.1
  done
}

# systemd is used only after it answered: its commands are installed on hosts that it does not run.
systemd_answers() {
  [ -d /run/systemd/system ] || return 1
  case $(ask 5 systemctl is-system-running) in running | degraded | starting | initializing | maintenance) return 0 ;; *) return 1 ;; esac
}
# outlives_login: where logind ends a user's processes with the last session, a guard would go with the operator.
outlives_login() {
  [ "$ME" != 0 ] && [ -d /run/systemd/system ] || return 0
  set +f
  ol_found=$(cat /etc/systemd/logind.conf /etc/systemd/logind.conf.d/*.conf /run/systemd/logind.conf.d/*.conf /usr/lib/systemd/logind.conf.d/*.conf 2>/dev/null |
    grep -i -c -E '^[[:space:]]*KillUserProcesses[[:space:]]*=[[:space:]]*(yes|true|on|1)')
  set -f
  [ "$ol_found" = 0 ]
}

# launch_guard: detached, nothing of it tied to the session that asked; true once it is seen alive.
launch_guard() {
  # Only for units: what a transient service starts by script would live in that service's control group.
  if [ "$P_control" = systemd ] && [ "$ME" = 0 ] && systemd_answers; then
    ask 10 systemd-run --quiet --collect --unit="ringdrill-$ID" -p KillMode=process -p TimeoutStopSec=5 \\
      "$SH" "$SELF" guard -s "$STATE" "$ID" && guard_comes && return 0
  fi
  lg_sink=$DIR/guard.out
  ( : >>"$lg_sink" ) 2>/dev/null || lg_sink=/dev/null
  \${SETSID:-nohup} "$SH" "$SELF" guard -s "$STATE" "$ID" </dev/null >>"$lg_sink" 2>&1 7>&- 8>&- 9>&- &
  guard_comes
}

G_CHILD= G_TRIES=0 G_NEXT=0 G_SETTLE=
# guard_wants: what is to be done now, if anything.
guard_wants() {
  WANT=
  case $PHASE in
    armed | injecting | injected | none | unreadable) ! expired || WANT=$WHY_DUE ;;
    rolling-back) holder || WANT=unfinished ;;
    rolled-back)
      # What was started may end at once (a port still taken), what was told to stop may end late:
      # stay a while and look again.
      [ -n "$G_SETTLE" ] || {
        case $PHASE_NOTE in *same=yes*) G_SETTLE=$((UP + 9000)) ;; *) G_SETTLE=$((UP + 3000)) ;; esac
        case $PHASE_NOTE in *by=start*) G_NEXT=$((UP + 1500)) ;; *) G_NEXT=$((UP + 300)) ;; esac
      }
      WANT=settle
      ;;
  esac
  [ "$PHASE" = rolled-back ] || G_SETTLE=
}

verb_guard() {
  enter "$1"
  load_plan
  # A handler instead of ignoring: ignored signals are inherited, and a Java that was started so cannot be stopped by TERM.
  trap : HUP INT TERM PIPE
  exec 7>>"$DIR/guard.lock"
  flock -n 7 || exit 0
  read -r vg_pid vg_rest </proc/self/stat
  proc "$vg_pid"
  put_quick guard "$vg_pid $PR_START $BOOT" || exit 6
  note "guard lives, pid $vg_pid, lease $P_lease s, limit $P_limit s"
  while :; do
    now
    put_quick beat "$UP" || :
    guard_child
    load_phase
    [ "$PHASE" != disarmed ] || { note "guard ends: disarmed" && exit 0; }
    guard_wants
    if [ -n "$G_SETTLE" ] && [ "$UP" -ge "$G_SETTLE" ] && [ -z "$G_CHILD" ]; then
      note "guard ends: rolled back, the process stayed"
      exit 0
    fi
    if [ -n "$WANT" ] && [ -z "$G_CHILD" ] && [ "$UP" -ge "$G_NEXT" ]; then
      G_WANTED=$WANT
      # Inside this process image: a helper file that was changed or is gone does not matter.
      ( exec 7>&- && VERB=rollback && verb_rollback "$ID" "$WANT" >/dev/null ) &
      G_CHILD=$!
    fi
    sleep 1
  done
}

# guard_child: the result of the rollback that runs beside the loop, so that the heart goes on beating.
guard_child() {
  [ -n "$G_CHILD" ] && ! proc "$G_CHILD" || return 0
  wait "$G_CHILD"
  gu_code=$?
  G_CHILD=
  now
  # The folder was taken away: the node is back, and there is nothing left to watch.
  [ -d "$DIR" ] || case $gu_code in 0 | 6) exit 0 ;; esac
  if [ "$gu_code" = 0 ]; then
    G_TRIES=0
    G_NEXT=$((UP + 300))
    return 0
  fi
  G_TRIES=$((G_TRIES + 1))
  case $G_TRIES in 1) gu_wait=1 ;; 2) gu_wait=2 ;; 3) gu_wait=4 ;; 4) gu_wait=8 ;; 5) gu_wait=15 ;; 6 | 7 | 8 | 9) gu_wait=30 ;; *) gu_wait=60 ;; esac
  G_NEXT=$((UP + gu_wait * 100))
  note "rollback ($G_WANTED), try $G_TRIES, ended with $gu_code; next in $gu_wait s"
}
`;
