/** Part of the node helper: the verbs that lead out of a drill: rollback, start-hook, scan, disarm. */
export const wayBack = `
# ---- verbs that lead out of the drill ----------------------------------------------------------------

# stop_strays: a stop command that outlived its helper would stop the node that is being started.
stop_strays() {
  ss_stray= ss_stray_start=
  { read -r ss_stray ss_stray_start <"$DIR/ctl"; } 2>/dev/null || return 0
  is_number "$ss_stray" 10 && is_proc "$ss_stray" "$ss_stray_start" || return 0
  note "a stop command still runs (pid $ss_stray): ended"
  kill -KILL "-$ss_stray" 2>/dev/null || kill -KILL "$ss_stray" 2>/dev/null || :
}

# await_old: a process that was told to end may still look alive. True when it stays.
await_old() {
  old_lives || return 1
  case $P_fault in
    kill) ao_max=30 ;;
    stop)
      # Without this file the stop was never launched.
      [ -f "$DIR/ctl" ] || return 0
      # A guard stays and looks again; without one nobody would.
      ao_max=200
      ! guard_lives || ao_max=30
      ;;
  esac
  ao_n=0
  while old_lives; do
    [ "$ao_n" -lt "$ao_max" ] || return 0
    ao_n=$((ao_n + 1))
    nap 0.1
  done
  return 1
}

# verb_rollback ID [REASON]: idempotent; true once the node's process runs, whatever started it.
verb_rollback() {
  trap : HUP INT TERM PIPE
  vr_reason=\${2:-request}
  [ -n "$DIR" ] || enter "$1"
  load_plan
  rollback_lock
  load_phase
  case $vr_reason in lease | limit | unfinished | settle) guard_still_wants ;; esac
  vr_by=$vr_reason
  case $PHASE in
    disarmed) rolled_back_already ;;
    armed)
      set_phase rolled-back "by=$vr_by nothing was injected" || answer unwritable phase "nothing was injected; the phase could not be written"
      free_lease_lock
      service_state
      ;;
    rolled-back)
      service_state
      [ "$SVC" = stopped ] || rolled_back_already
      # Started, or told to stop, and gone since.
      nap 1
      service_state
      [ "$SVC" = stopped ] || rolled_back_already
      note "the process is gone again"
      bring_back
      ;;
    none) [ "$vr_reason" = request ] && refuse no-drill "there is no phase in $DIR" || bring_back ;;
    *) bring_back ;;
  esac
  say "result=ok"
  say "phase=$PHASE"
  say "service=$SVC"
  say "new_pid=$SVC_PID"
  say "new_start=$SVC_START"
}
rolled_back_already() {
  [ -n "\${SVC:-}" ] || service_state
  say "result=ok"
  say "phase=$PHASE"
  say "service=$SVC"
  say "new_pid=$SVC_PID"
  say "new_start=$SVC_START"
  exit 0
}

# rollback_lock: a guard whose lease ran out ends whoever sits on the lock, for no verb but a rollback takes that long.
rollback_lock() {
  rl_wait=300
  case $vr_reason in lease | limit | unfinished) rl_wait=80 ;; settle) rl_wait=20 ;; esac
  take_lock "$rl_wait" && return 0
  # 2: no lock file can be opened, so nobody else can hold it either.
  [ $? != 2 ] || return 0
  if holder && [ "$rl_wait" = 80 ] && [ "$HOLDER_VERB" != rollback ]; then
    note "ends $HOLDER_VERB (pid $HOLDER_PID), which holds the lock beyond the lease"
    kill -KILL "$HOLDER_PID" 2>/dev/null || :
    take_lock 20 && return 0
  fi
  answer busy locked "another verb holds this node's lock: \${HOLDER_VERB:-unknown}"
}

# guard_still_wants: under the locks, so that a renewal that just came through is honoured.
guard_still_wants() {
  take_lease_lock || :
  gw_want=$vr_reason
  guard_wants
  [ -n "$WANT" ] && [ "$WANT" = "$gw_want" ] || [ "$gw_want:$PHASE" = unfinished:rolling-back ] || {
    say "result=ok"
    say "phase=$PHASE"
    exit 0
  }
}

# bring_back: the way back of the faults that only need a start. A phase that cannot be written does not hold it up.
bring_back() {
  case $PHASE:$PHASE_NOTE in rolling-back:by=*) vr_by=\${PHASE_NOTE#by=} ;; esac
  [ "$PHASE" = rolling-back ] || set_phase rolling-back "by=$vr_by" || note "phase rolling-back not written, going on"
  free_lease_lock
  stop_strays
  vr_same=no
  if await_old; then
    vr_same=yes
    service_state
    [ -n "$SVC_PID" ] || SVC=running SVC_PID=$P_pid SVC_START=$P_start
  else
    service_state
    [ "$SVC" = running ] || {
      note "starts the node by its service control ($P_control)"
      start_service
    } || fail not-started "the node was started, but no process of it runs (\${st_code:+start ended with $st_code, }service says $SVC)"
  fi
  set_phase rolled-back "by=$vr_by same=$vr_same new_pid=$SVC_PID new_start=$SVC_START" ||
    answer unwritable phase "the process runs again (pid $SVC_PID), but the phase rolled-back could not be written"
}

# start-hook never holds up a start: it says that the node is on its way back, and always succeeds.
verb_start_hook() {
  [ -d "$STATE" ] && is_path "$STATE" && own_folder "$STATE" || exit 0
  for sk_id in $(drill_folders); do
    ( enter "$sk_id" >/dev/null ) || continue
    DIR=$STATE/$sk_id
    load_phase
    case $PHASE in injecting | injected | rolling-back) ;; *) continue ;; esac
    # The start may well be the one that a rollback is doing right now.
    if ! take_lock 0; then
      ! holder || [ "$HOLDER_VERB" = inject ] || continue
      take_lock 30 || continue
    fi
    load_phase
    case $PHASE in
      injecting | injected | rolling-back) set_phase rolled-back "by=start" || note "phase rolled-back not written" ;;
    esac
    free_lock
  done
  exit 0
}

# scan [mend]: one block a drill. mend rolls back what no guard watches any more.
verb_scan() {
  case $1 in '' | mend) ;; *) answer usage bad-word "scan takes the word mend only" ;; esac
  say "result=ok"
  for sc_id in $(drill_folders); do
    [ "$1" != mend ] || mend "$sc_id"
    # Folders are never deleted, so closed drills pile up: their id is enough.
    DIR=$STATE/$sc_id
    load_phase
    DIR=
    [ "$PHASE" != disarmed ] || { say "closed=$sc_id" && continue; }
    # In a subshell: a folder that cannot be read costs its own block only.
    if sc_text=$( enter "$sc_id" && load_plan && show_drill ); then say "$sc_text"; else say "unreadable=$sc_id"; fi
  done
}
mend() (
  enter "$1" >/dev/null
  load_phase
  is_open || exit 0
  guard_state
  case $GUARD in alive | silent) exit 0 ;; esac
  say "mended=$ID"
  for mn_wait in 1 2 4 8 0; do
    ( VERB=rollback && verb_rollback "$ID" mend >/dev/null ) && exit 0
    nap "$mn_wait"
  done
)

verb_disarm() {
  enter "$1"
  load_plan
  is_hash "$2" || answer usage bad-head "the chain's head is 64 hexadecimal digits"
  must_lock 50
  load_phase
  case $PHASE in
    disarmed) ;;
    rolled-back)
      wall
      put closed "$WALL $2" || answer unwritable closed "the closing record could not be written"
      must_phase disarmed "head=$2"
      ;;
    *) refuse not-rolled-back "the drill is in phase $PHASE: roll back first" ;;
  esac
  free_lock
  vd_n=0
  while guard_state && [ "$GUARD" = alive ] && [ "$vd_n" -lt 50 ]; do
    vd_n=$((vd_n + 1))
    nap 0.1
  done
  say "result=ok"
  case $GUARD in alive | silent) say "guard=$GUARD" ;; *) say "guard=ended" ;; esac
}
`;
