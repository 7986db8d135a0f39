/** Part of the node helper: processes by pid and start time, and the service that owns them. */
export const service = `
# ---- processes ---------------------------------------------------------------------------------------

# proc PID: PR_STATE and PR_START (field 22 of /proc/PID/stat, ticks since boot); false for the dead and for zombies.
proc() {
  PR_STATE= PR_START=
  { read -r PR_LINE <"/proc/$1/stat"; } 2>/dev/null || return 1
  # The name in brackets may hold blanks and brackets: count from the last one.
  PR_LINE=\${PR_LINE##*) }
  set -- $PR_LINE
  [ $# -ge 20 ] || return 1
  PR_STATE=$1
  shift 19
  PR_START=$1
  case $PR_STATE in Z | X | x) return 1 ;; esac
}
is_proc() { proc "$1" && [ "$PR_START" = "$2" ]; }
has_marker() {
  hm_line=$(tr '\\000' ' ' 2>/dev/null <"/proc/$1/cmdline") || return 1
  case $hm_line in *"$P_marker"*) return 0 ;; *) return 1 ;; esac
}
# old_lives: the process that the plan names, in the boot in which it was armed.
old_lives() { [ "$ARM_BOOT" = "$BOOT" ] && is_proc "$P_pid" "$P_start"; }

# await PID SECONDS: the exit code of a child, 124 when it had to be killed (with its group where it has one).
await() {
  aw_n=0
  while proc "$1"; do
    if [ "$aw_n" -ge $(($2 * 20)) ]; then
      kill -KILL "-$1" 2>/dev/null || kill -KILL "$1" 2>/dev/null || :
      return 124
    fi
    aw_n=$((aw_n + 1))
    nap 0.05
  done
  wait "$1"
}
# ask SECONDS COMMAND ...: its standard output, bounded in time. In a session of its own, so that its children go with it.
ask() {
  ask_s=$1
  shift
  $SETSID "$@" </dev/null 2>/dev/null 7>&- 8>&- 9>&- &
  await $! "$ask_s"
}

# only_marked PIDS ...: the one process among them with the plan's marker, none when there are several.
only_marked() {
  om_found=
  for om_pid in "$@"; do
    is_number "$om_pid" 10 && proc "$om_pid" && has_marker "$om_pid" || continue
    [ -z "$om_found" ] || return 1
    om_found=$om_pid
  done
  [ -n "$om_found" ] && say "$om_found"
}
all_pids() {
  set +f
  for ap_path in /proc/[123456789]*; do say "\${ap_path#/proc/}"; done
  set -f
}

# ---- service -----------------------------------------------------------------------------------------

# service_state: SVC is running, starting (alive without the marker yet), stopped or unknown; SVC_PID, SVC_START.
service_state() {
  SVC=unknown SVC_PID= SVC_START=
  case $P_control in
    systemd) state_of_unit ;;
    init) state_of_init ;;
    scripts) state_of_scripts ;;
    self-test) state_of_sleep ;;
  esac
  [ -n "$SVC_PID" ] || return 0
  # Whatever the service says, /proc knows better.
  if proc "$SVC_PID"; then
    SVC_START=$PR_START
    SVC=starting
    ! has_marker "$SVC_PID" || SVC=running
  else
    SVC=stopped SVC_PID=
  fi
}

state_of_unit() {
  su_text=$(ask 10 systemctl show -p ActiveState -p MainPID -p ControlGroup "$P_unit") || return 0
  su_active= su_pid= su_group=
  while IFS='=' read -r su_key su_value; do
    case $su_key in ActiveState) su_active=$su_value ;; MainPID) su_pid=$su_value ;; ControlGroup) su_group=$su_value ;; esac
  done <<END
$su_text
END
  case $su_active in inactive | failed) SVC=stopped ;; esac
  is_number "$su_pid" 10 && [ "$su_pid" -gt 0 ] && SVC_PID=$su_pid && return 0
  # Units made from init scripts have no main pid: take the marked process of their control group.
  is_path "$su_group" || return 0
  for su_root in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
    [ -f "$su_root$su_group/cgroup.procs" ] || continue
    SVC_PID=$(only_marked $(cat "$su_root$su_group/cgroup.procs")) && return 0
  done
  SVC_PID=
}

state_of_init() {
  for si_file in "/var/run/$P_init/$P_init.pid" "/var/run/$P_init.pid"; do
    { read -r si_pid si_rest <"$si_file"; } 2>/dev/null || continue
    is_number "$si_pid" 10 && proc "$si_pid" && has_marker "$si_pid" && SVC_PID=$si_pid && return 0
  done
  SVC_PID=$(only_marked $(all_pids)) && return 0
  SVC_PID= SVC=stopped
}

# The status script prints "running PID [START]", "dead" or "stopped" and exits 0, 1 or 3, as LSB has it.
state_of_scripts() {
  safe_script "$P_status_script" || return 0
  ss_text=$(ask 10 "$P_status_script")
  ss_code=$?
  read -r ss_word ss_pid ss_start ss_rest <<END
$ss_text
END
  case $ss_code:$ss_word in
    0:running)
      if is_number "$ss_pid" 10; then
        SVC_PID=$ss_pid
        [ -z "$ss_start" ] || is_proc "$ss_pid" "$ss_start" || { SVC=stopped SVC_PID=; }
      else
        SVC_PID=$(only_marked $(all_pids)) || SVC_PID=
      fi
      ;;
    0:stopped | 1:dead | 3:*) SVC=stopped ;;
    0:*) SVC_PID=$(only_marked $(all_pids)) || SVC_PID= ;;
  esac
}

state_of_sleep() {
  SVC=stopped
  { read -r SVC_PID sl_start <"$DIR/sleep"; } 2>/dev/null || return 0
  is_number "$SVC_PID" 10 && is_proc "$SVC_PID" "$sl_start" || SVC_PID=
}

# service_do start|stop: in the background, in a session of its own; DO_PID is its process.
service_do() {
  sd_sink=$DIR/out
  # A start script that cannot print must not fail for it.
  { say "$1" >"$sd_sink"; } 2>/dev/null || sd_sink=/dev/null
  case $P_control in
    systemd)
      # After several failed starts systemd refuses further ones until it is told to forget them.
      [ "$1" = stop ] || ask 5 systemctl reset-failed "$P_unit" >/dev/null || :
      set -- systemctl "$1" "$P_unit"
      ;;
    init)
      if [ -x "/etc/init.d/$P_init" ]; then set -- "/etc/init.d/$P_init" "$1"; else set -- service "$P_init" "$1"; fi
      ;;
    scripts)
      if [ "$1" = start ]; then set -- "$P_start_script"; else set -- "$P_stop_script"; fi
      safe_script "$1" || fail bad-script "$WHY_NOT"
      ;;
    self-test)
      $SETSID sleep 30 </dev/null >/dev/null 2>&1 7>&- 8>&- 9>&- &
      DO_PID=$!
      proc "$DO_PID" && put_quick sleep "$DO_PID $PR_START"
      return 0
      ;;
  esac
  # A start script that calls start-hook need not call it back now.
  RINGDRILL_IN_HELPER=1 $SETSID "$@" </dev/null >>"$sd_sink" 2>&1 7>&- 8>&- 9>&- &
  DO_PID=$!
}

# start_service: one try. True once the service's process was seen running twice, a second apart.
start_service() {
  service_do start
  st_began=$UP st_ended=
  while :; do
    service_state
    if [ "$SVC" = running ]; then
      st_pid=$SVC_PID st_start=$SVC_START
      nap 1
      is_proc "$st_pid" "$st_start" && return 0
    fi
    now
    if [ -z "$st_ended" ] && [ "$P_control" != self-test ] && ! proc "$DO_PID"; then
      wait "$DO_PID"
      st_code=$?
      st_ended=$UP
      note "start ended with $st_code"
      [ "$st_code" = 0 ] || [ "$SVC" != stopped ] || return 1
    fi
    [ -z "$st_ended" ] || [ $((UP - st_ended)) -lt 1500 ] || return 1
    if [ $((UP - st_began)) -ge 6000 ]; then
      # Only the command itself: what it started may be the node.
      [ "$P_control" = self-test ] || kill -KILL "$DO_PID" 2>/dev/null || :
      return 1
    fi
    nap 0.3
  done
}
`;
