/** Part of the node helper: the drill's folder, its log, phases, lease and the locks. */
export const state = `
# ---- the drill's folder ------------------------------------------------------------------------------

# note TEXT: a line of the log, with both clocks. A full disk costs the line, never the act.
note() {
  [ -n "$DIR" ] && [ -d "$DIR" ] || return 0
  now
  wall
  { printf '%s %s %s %s\\n' "$WALL" "$UP" "$VERB" "$1" >>"$DIR/log"; } 2>/dev/null || :
}

check_state() {
  is_path "$STATE" || refuse bad-folder "the state folder is no plain absolute path"
  own_folder "$STATE" || refuse bad-folder "$WHY_NOT"
  ! [ -L "$STATE/lock" ] || refuse bad-folder "$STATE/lock is a symbolic link"
  ! [ -L "$SELF" ] || refuse bad-folder "$SELF is a symbolic link"
  case $SELF in /*) ;; *) refuse bad-folder "call the helper by its absolute path" ;; esac
}

# enter ID: checks the drill's folder and sets DIR.
enter() {
  is_id "$1" || answer usage bad-id "the drill's id has to be 1 to 64 letters, digits, dots, dashes"
  ID=$1
  own_folder "$STATE/$ID" || refuse no-drill "$WHY_NOT"
  for enter_file in plan phase lease guard beat log out ctl sleep closed guard.out guard.lock lease.lock; do
    for enter_path in "$STATE/$ID/$enter_file" "$STATE/$ID/$enter_file.new"; do
      ! [ -L "$enter_path" ] || refuse bad-folder "$enter_path is a symbolic link"
      ! [ -d "$enter_path" ] || refuse bad-folder "$enter_path is a folder"
    done
  done
  DIR=$STATE/$ID
}

# sync_path PATH: at most 5 s; a plain sync may wait for everything the host has to write.
sync_path() {
  sync "$1" 7>&- 8>&- 9>&- </dev/null 2>/dev/null &
  await $! 5
}

# put FILE TEXT: temporary file, fsync, rename, fsync of the folder. Fails when any of it fails.
put() {
  say "$2" | dd of="$DIR/$1.new" conv=fsync 2>/dev/null 7>&- 8>&- 9>&- || return 1
  mv -f "$DIR/$1.new" "$DIR/$1" 2>/dev/null 7>&- 8>&- 9>&- || return 1
  sync_path "$DIR"
}
# put_quick FILE TEXT: for lease and heartbeat, which mean nothing after a power cut.
put_quick() {
  { say "$2" >"$DIR/$1.new"; } 2>/dev/null || return 1
  mv -f "$DIR/$1.new" "$DIR/$1" 2>/dev/null 7>&- 8>&- 9>&-
}

# ---- phases ------------------------------------------------------------------------------------------

# The file holds every phase that was begun, one line each: WALL UP BOOT PHASE NOTE. The last one counts.
load_phase() {
  PHASE=none PHASES= PHASE_WALL= PHASE_UP= PHASE_NOTE= BACK_NOTE= ARM_UP=0 ARM_BOOT=none
  [ -f "$DIR/phase" ] || return 0
  while read -r lp_wall lp_up lp_boot lp_phase lp_note; do
    PHASE=$lp_phase PHASE_WALL=$lp_wall PHASE_UP=$lp_up PHASE_NOTE=$lp_note
    [ "$lp_phase" != rolled-back ] || BACK_NOTE=$lp_note
    [ -n "$PHASES" ] || { ARM_UP=$lp_up ARM_BOOT=$lp_boot; }
    PHASES="$PHASES$lp_wall $lp_up $lp_boot $lp_phase $lp_note
"
  done <"$DIR/phase"
  is_number "$ARM_UP" || ARM_UP=0
  case $PHASE in
    armed | injecting | injected | rolling-back | rolled-back | disarmed) ;;
    *) PHASE=unreadable ;;
  esac
}

# set_phase PHASE NOTE: written and synced before the act it announces.
set_phase() {
  now
  wall
  put phase "$PHASES$WALL $UP $BOOT $1 $2" || return 1
  load_phase
  note "phase $1 $2"
}
must_phase() {
  set_phase "$1" "$2" ||
    answer unwritable phase "the phase $1 could not be written to $DIR (full or failing disk), so nothing was done"
}

# ---- lease -------------------------------------------------------------------------------------------

# LEASE_LEFT and LIMIT_LEFT in hundredths of a second, 0 when run out. An unreadable lease has run out.
lease_left() {
  now
  LEASE_LEFT=0 LIMIT_LEFT=0 ll_up= ll_boot=
  { read -r ll_up ll_boot <"$DIR/lease"; } 2>/dev/null || return 0
  is_number "$ll_up" && [ "$ll_boot" = "$BOOT" ] && [ "$ARM_BOOT" = "$BOOT" ] || return 0
  LEASE_LEFT=$((P_lease * 100 - UP + ll_up))
  LIMIT_LEFT=$((P_limit * 100 - UP + ARM_UP))
  [ "$LEASE_LEFT" -gt 0 ] || LEASE_LEFT=0
  [ "$LIMIT_LEFT" -gt 0 ] || LIMIT_LEFT=0
}
# expired: says in WHY_DUE which of the two ran out.
expired() {
  lease_left
  WHY_DUE=
  [ "$LEASE_LEFT" -gt 0 ] || WHY_DUE=lease
  [ "$LIMIT_LEFT" -gt 0 ] || WHY_DUE=\${WHY_DUE:-limit}
  [ -n "$WHY_DUE" ]
}

# ---- locks -------------------------------------------------------------------------------------------
# Descriptor 9: every act of the node. 8: lease against its expiry. 7: one guard a drill. The kernel frees
# them when their holder dies; nothing that outlives a verb may inherit them, hence the 7>&- 8>&- 9>&-.

# holder: who took the lock last, HOLDER_PID HOLDER_VERB; true while that very process lives.
holder() {
  HOLDER_PID= HOLDER_START= HOLDER_VERB=
  { read -r HOLDER_PID HOLDER_START HOLDER_VERB <"$STATE/lock"; } 2>/dev/null || return 1
  is_number "$HOLDER_PID" && is_number "$HOLDER_START" && is_proc "$HOLDER_PID" "$HOLDER_START"
}

# take_lock TENTHS: waits that long; 1 when another verb holds it, 2 when the lock file cannot be opened.
take_lock() {
  ( : >>"$STATE/lock" ) 2>/dev/null || return 2
  exec 9>>"$STATE/lock"
  tl_n=0
  until flock -n 9; do
    [ "$tl_n" -lt "$1" ] || { exec 9>&- && return 1; }
    tl_n=$((tl_n + 1))
    nap 0.1
  done
  # $$ is the parent's in a subshell; /proc/self is not.
  read -r tl_pid tl_rest </proc/self/stat
  proc "$tl_pid" || :
  { say "$tl_pid $PR_START $VERB" >"$STATE/lock"; } 2>/dev/null || :
}
must_lock() {
  take_lock "$1" && return 0
  holder || :
  answer busy locked "another verb holds this node's lock: \${HOLDER_VERB:-unknown} (pid \${HOLDER_PID:-unknown})"
}
free_lock() { exec 9>&-; }

take_lease_lock() {
  ( : >>"$DIR/lease.lock" ) 2>/dev/null || return 1
  exec 8>>"$DIR/lease.lock"
  tll_n=0
  until flock -n 8; do
    [ "$tll_n" -lt 30 ] || { exec 8>&- && return 1; }
    tll_n=$((tll_n + 1))
    nap 0.1
  done
}
free_lease_lock() { exec 8>&-; }
`;
