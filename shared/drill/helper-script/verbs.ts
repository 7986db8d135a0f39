/** Part of the node helper: the verbs that lead into a drill: arm, renew, inject, prove. */
export const verbs = `
# ---- verbs that lead into the drill ------------------------------------------------------------------

# open_drills: ids in the folder whose node may still be in a fault.
is_open() { case $PHASE in armed | injecting | injected | rolling-back | unreadable) return 0 ;; *) return 1 ;; esac; }
drill_folders() {
  set +f
  for df_path in "$STATE"/*/phase; do
    [ -f "$df_path" ] || continue
    df_path=\${df_path%/phase}
    df_path=\${df_path##*/}
    ! is_id "$df_path" || say "$df_path"
  done
  set -f
}

# missing_tools: MISSING, names of what this node lacks.
missing_tools() {
  MISSING=
  for mt_tool in cat date dd flock grep id ls mkdir mv sleep sync tail tr; do have "$mt_tool" || MISSING="$MISSING $mt_tool"; done
  [ -n "$SETSID" ] || have nohup || MISSING="$MISSING setsid"
  [ -r /proc/uptime ] && [ -r /proc/self/stat ] || MISSING="$MISSING /proc"
  [ -n "$MISSING" ]
}

verb_version() {
  say "result=ok"
  say "helper=$HELPER_PROTOCOL"
  say "user=$ME"
  missing_tools || :
  say "missing=\${MISSING# }"
  if systemd_answers; then say "systemd=yes"; else say "systemd=no"; fi
}

verb_locate() {
  read_plan
  service_state
  say "result=ok"
  say "service=$SVC"
  say "pid=$SVC_PID"
  say "start=$SVC_START"
  vl_restart=
  [ "$P_control" != systemd ] || vl_restart=$(ask 5 systemctl show -p Restart "$P_unit")
  say "restart=\${vl_restart#Restart=}"
}

verb_arm() {
  is_id "$1" || answer usage bad-id "the drill's id has to be 1 to 64 letters, digits, dots, dashes"
  ID=$1
  ! missing_tools || refuse missing-tools "this node lacks:$MISSING"
  read_plan
  check_drill
  outlives_login ||
    refuse short-lived "logind ends this user's processes at log-out (KillUserProcesses=yes): the guard would not outlive the session"
  must_lock 50
  for va_id in $(drill_folders); do
    DIR=$STATE/$va_id
    load_phase
    DIR=
    ! is_open || refuse other-drill "drill $va_id of this node is not rolled back (phase $PHASE)"
    [ "$va_id" != "$ID" ] || [ "$ID" = self-test ] || refuse used-id "there was a drill $ID on this node already"
  done
  [ -d "$STATE/$ID" ] || mkdir -m 700 "$STATE/$ID" 2>/dev/null || answer unwritable folder "$STATE/$ID could not be made"
  enter "$ID"
  must_be_planned
  service_state
  [ "$SVC" = running ] && [ "$SVC_PID" = "$P_pid" ] && [ "$SVC_START" = "$P_start" ] ||
    refuse other-process "the service control names another process than the plan: $SVC \${SVC_PID:-no pid}"
  put plan "$(plan_text)" || answer unwritable plan "the plan could not be written to $DIR"
  now
  put lease "$UP $BOOT" || answer unwritable lease "the lease could not be written to $DIR"
  PHASES=
  must_phase armed "fault=$P_fault pid=$P_pid start=$P_start"
  if ! launch_guard; then
    set_phase rolled-back "by=arm nothing was injected" || :
    fail no-guard "the guard did not come alive; nothing was injected"
  fi
  lease_left
  say "result=ok"
  say "guard_pid=$GUARD_PID"
  say "lease_ms=$((LEASE_LEFT * 10))"
  say "limit_ms=$((LIMIT_LEFT * 10))"
}

# must_be_planned: the process is the one that the plan names, in this very moment.
must_be_planned() {
  is_proc "$P_pid" "$P_start" ||
    refuse other-process "process $P_pid with start time $P_start does not run (another one may have its number now)"
  has_marker "$P_pid" || refuse other-process "the command line of process $P_pid does not hold $P_marker"
}

# renew takes no act lock: a stop may take longer than the lease lasts.
verb_renew() {
  enter "$1"
  load_plan
  take_lease_lock || answer busy locked "the lease is held by the guard, which may be rolling back"
  load_phase
  case $PHASE in armed | injecting | injected) ;; *) refuse not-armed "the drill is in phase $PHASE" ;; esac
  ! expired || refuse "$WHY_DUE-over" "the $WHY_DUE ran out; the guard brings the node back"
  put_quick lease "$UP $BOOT" || answer unwritable lease "the lease could not be written to $DIR; the guard will bring the node back"
  free_lease_lock
  lease_left
  guard_state
  say "result=ok"
  say "guard=$GUARD"
  say "lease_ms=$((LEASE_LEFT * 10))"
  say "limit_ms=$((LIMIT_LEFT * 10))"
}

must_be_guarded() {
  guard_lives || refuse no-guard "the guard is $GUARD, so nothing is injected"
  ! expired || refuse "$WHY_DUE-over" "the $WHY_DUE ran out, so nothing is injected"
}

verb_inject() {
  enter "$1"
  load_plan
  # Once begun it is finished, whatever becomes of the session that asked.
  trap : HUP INT TERM PIPE
  must_lock 50
  load_phase
  [ "$PHASE" = armed ] || refuse not-armed "the drill is in phase $PHASE"
  must_be_guarded
  must_be_planned
  must_phase injecting "fault=$P_fault"
  # The disk may have taken its time: ask again right before the act.
  must_be_guarded
  must_be_planned
  now
  wall
  vi_up=$UP vi_wall=$WALL vi_by=unknown
  case $P_fault in
    kill) inject_kill ;;
    stop) inject_stop ;;
  esac
  now
  vi_took=$(((UP - vi_up) * 10))
  load_phase
  [ "$PHASE" = injecting ] || fail overtaken "the phase is $PHASE now: the way back began meanwhile"
  set_phase injected "by=$vi_by took_ms=$vi_took" ||
    answer unwritable phase "the fault is in, but the phase injected could not be written; the guard will bring the node back"
  say "result=ok"
  say "ended_by=$vi_by"
  say "at_ms=$vi_wall"
  say "took_ms=$vi_took"
}

inject_kill() {
  is_proc "$P_pid" "$P_start" && kill -KILL "$P_pid" 2>/dev/null || fail not-killed "process $P_pid could not be killed"
  vi_n=0
  while is_proc "$P_pid" "$P_start"; do
    [ "$vi_n" -lt 100 ] || fail not-gone "process $P_pid was sent KILL and is still there after 5 s"
    vi_n=$((vi_n + 1))
    nap 0.05
  done
  vi_by=KILL
}

inject_stop() {
  put_quick ctl "launching" || answer unwritable ctl "the stop could not be noted in $DIR, so nothing was done"
  service_do stop
  proc "$DO_PID" || :
  put_quick ctl "$DO_PID $PR_START" || :
  vi_code=
  while is_proc "$P_pid" "$P_start"; do
    if expired; then
      stop_strays
      fail "$WHY_DUE-over" "the $WHY_DUE ran out while the node was being stopped"
    fi
    if [ -z "$vi_code" ] && ! proc "$DO_PID"; then
      wait "$DO_PID"
      vi_code=$?
      vi_ended=$UP
    fi
    if [ -n "$vi_code" ] && [ $((UP - vi_ended)) -ge 1000 ]; then
      fail not-stopped "the stop ended with $vi_code, but process $P_pid still runs 10 s later"
    fi
    nap 0.1
  done
  # Its last lines belong to the stop as well; a start in between would be its victim.
  [ -n "$vi_code" ] || await "$DO_PID" 10 || :
  ended_by
}

# ended_by: a stop script that knows says "ended-by TERM" or "ended-by KILL"; a unit keeps its main process's end.
ended_by() {
  if [ "$P_control" = systemd ]; then
    case $(ask 5 systemctl show -p ExecMainCode -p ExecMainStatus -p Result "$P_unit" | tr '\\n' ' ') in
      *Result=timeout* | *ExecMainStatus=9\\ * | *ExecMainStatus=137*) vi_by=KILL ;;
      *ExecMainStatus=143* | *ExecMainStatus=15\\ * | *ExecMainStatus=0\\ *) vi_by=TERM ;;
    esac
  elif grep -q -w -e 'ended-by KILL' -e SIGKILL "$DIR/out" 2>/dev/null; then
    vi_by=KILL
  elif grep -q -w 'ended-by TERM' "$DIR/out" 2>/dev/null; then
    vi_by=TERM
  fi
}

verb_prove() {
  enter "$1"
  load_plan
  must_lock 50
  load_phase
  service_state
  say "result=ok"
  say "phase=$PHASE"
  if old_lives; then say "gone=no"; else say "gone=yes"; fi
  say "service=$SVC"
  say "pid=$SVC_PID"
  say "start=$SVC_START"
}
`;
