/** Part of the node helper: a whole drill on a process of its own, to see that a guard works on this node. */
export const selfTest = `
# ---- self-test ---------------------------------------------------------------------------------------

# self-test: the real verbs and a real guard on a sleep, two seconds of lease and nobody who renews it.
# back_ms counts from the end of the injection.
verb_self_test() {
  ! missing_tools || refuse missing-tools "this node lacks:$MISSING"
  # Left by a self-test that was cut off.
  ! [ -f "$STATE/self-test/phase" ] || mend self-test >/dev/null
  P_id=self-test P_control=self-test P_marker=sleep P_fault=kill P_limit=60
  ID=self-test
  [ -d "$STATE/$ID" ] || mkdir -m 700 "$STATE/$ID" 2>/dev/null || answer unwritable folder "$STATE/$ID could not be made"
  enter self-test
  # A busy host may take longer than two seconds from arming to injecting: then a longer lease has to do.
  for P_lease in 2 6 18; do
    self_test_once && break
  done
  [ "$vs_code" = 0 ] || { say "$vs_said" && exit "$vs_code"; }
  self_test_waits
}

# self_test_once: false when the lease was over before anything was injected.
self_test_once() {
  service_do start
  vs_n=0
  until proc "$DO_PID" && has_marker "$DO_PID"; do
    [ "$vs_n" -lt 100 ] || fail no-sleep "a sleep process could not be started"
    vs_n=$((vs_n + 1))
    nap 0.05
  done
  P_pid=$DO_PID P_start=$PR_START
  put_quick sleep "$P_pid $P_start" || answer unwritable sleep "$DIR cannot be written"
  vs_said=$(plan_text | "$SH" "$SELF" arm -s "$STATE" self-test) &&
    vs_said=$("$SH" "$SELF" inject -s "$STATE" self-test </dev/null) && vs_code=0 && return 0
  vs_code=$?
  is_proc "$P_pid" "$P_start" && kill "$P_pid" 2>/dev/null || :
  case $vs_said in
    *code=lease-over* | *code=not-armed*) ;;
    *) return 0 ;;
  esac
  vs_n=0
  until load_phase && [ "$PHASE" = rolled-back ]; do
    [ "$vs_n" -lt 150 ] || return 0
    vs_n=$((vs_n + 1))
    nap 0.1
  done
  return 1
}

self_test_waits() {
  now
  vs_up=$UP
  until load_phase && [ "$PHASE" = rolled-back ]; do
    now
    [ $((UP - vs_up)) -lt $((P_lease * 100 + 1500)) ] ||
      fail no-rollback "a lease of $P_lease s ran out, but 15 s later the guard had not brought the process back"
    nap 0.1
  done
  now
  vs_took=$(((UP - vs_up) * 10))
  service_state
  vs_back=$SVC
  [ "$SVC" != running ] || kill "$SVC_PID" 2>/dev/null || :
  "$SH" "$SELF" disarm -s "$STATE" self-test 0000000000000000000000000000000000000000000000000000000000000000 </dev/null >/dev/null || :
  [ "$vs_back" = running ] || fail no-process "the guard said rolled back, but the process is $vs_back"
  say "result=ok"
  say "back_ms=$vs_took"
}
`;
