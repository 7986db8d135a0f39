/** Part of the node helper: what a drill looks like on its node. */
export const status = `
# ---- status ------------------------------------------------------------------------------------------

# status takes no lock and runs no command of the service, so that it answers within a second, always.
verb_status() {
  enter "$1"
  load_plan
  say "result=ok"
  show_drill
}

show_drill() {
  load_phase
  lease_left
  guard_state
  wall
  say "drill=$ID"
  say "fault=$P_fault"
  say "phase=$PHASE"
  say "phase_at_ms=$PHASE_WALL"
  say "phase_note=$PHASE_NOTE"
  if [ "$ARM_BOOT" = "$BOOT" ]; then say "boot=same"; else say "boot=other"; fi
  say "now_ms=$WALL"
  say "lease_ms=$((LEASE_LEFT * 10))"
  say "limit_ms=$((LIMIT_LEFT * 10))"
  case $PHASE:$GUARD in disarmed:dead | rolled-back:dead) GUARD=ended ;; esac
  say "guard=$GUARD"
  say "guard_pid=$GUARD_PID"
  say "pid=$P_pid"
  say "start=$P_start"
  if old_lives; then say "process=lives"; else say "process=gone"; fi
  case $BACK_NOTE in
    *new_pid=*)
      sh_pid=\${BACK_NOTE##*new_pid=}
      sh_pid=\${sh_pid%% *}
      sh_start=\${BACK_NOTE##*new_start=}
      sh_start=\${sh_start%% *}
      say "new_pid=$sh_pid"
      say "new_start=$sh_start"
      if is_proc "$sh_pid" "$sh_start"; then say "new_process=lives"; else say "new_process=gone"; fi
      ;;
  esac
  if holder; then say "lock=$HOLDER_PID $HOLDER_VERB"; else say "lock=free"; fi
  [ -z "$PHASES" ] || while read -r sh_wall sh_up sh_boot sh_phase sh_note; do
    say "time=$sh_phase $sh_wall $sh_up"
  done <<END
\${PHASES%?}
END
  tail -n 20 "$DIR/log" 2>/dev/null | while IFS= read -r sh_line; do say "log=$sh_line"; done
}
`;
