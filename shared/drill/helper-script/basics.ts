/** First part of the node helper: surroundings, answers, clocks, and the patterns every value must fit. */
export const basics = `#!/bin/sh
# ringdrill-helper: what Ringdrill does on a node, and how it always comes back.
#
#   ringdrill-helper VERB [-s STATE_FOLDER] [ID] [WORD]
#
# version            protocol and tools found
# locate             pid and start time of the node's process; service control on standard input
# arm ID             plan on standard input; starts the guard and proves that it lives
# renew ID           new lease; refused once it ran out
# inject ID          the fault, only while the guard lives and the lease is fresh
# prove ID           is the planned process gone, does another one run
# rollback ID        start the node again, proven by its process
# status ID          always at once, takes no lock
# scan [mend]        all drills of the folder; mend rolls back those whose guard is gone
# disarm ID HEAD     closing record with the head of the journal's chain
# start-hook         called before Java starts: a node that starts is on its way back
# self-test          a whole drill on a sleep, without any renewal
#
# Answers are key=value lines. Exit: 0 ok, 2 usage, 3 refused, 4 failed, 5 busy, 6 could not write.
# It runs no text that it was sent, deletes nothing, and follows no symbolic link in its folder.
set -fu
HELPER_PROTOCOL=1
SH=/bin/sh
BASE_PATH=/usr/sbin:/usr/bin:/sbin:/bin
[ -n "\${PATH:-}" ] || PATH=$BASE_PATH
ME=$(id -u)
# As root the caller's PATH is not trusted.
[ "$ME" != 0 ] || PATH=$BASE_PATH
export PATH
# Never in a folder that somebody may want to unmount.
cd / || exit 4

VERB=\${1:-}
STATE=\${0%/*}
SELF=$0
ID=
DIR=
LETTERS=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ
DIGITS=0123456789

say() { printf '%s\\n' "$1"; }

# answer RESULT CODE WHY: the last words of a verb that did not do its act.
answer() {
  say "result=$1"
  say "code=$2"
  say "why=$3"
  note "$1 $2: $3"
  case $1 in
    refused) exit 3 ;;
    busy) exit 5 ;;
    unwritable) exit 6 ;;
    usage) exit 2 ;;
    *) exit 4 ;;
  esac
}
refuse() { answer refused "$1" "$2"; }
fail() { answer failed "$1" "$2"; }

# fits VALUE CHARACTERS MAX: one to MAX characters, all of the list. Lists instead of ranges: ranges depend on the locale.
fits() {
  [ -n "$1" ] || return 1
  [ "\${#1}" -le "$3" ] || return 1
  case $1 in *[!$2]*) return 1 ;; esac
}
is_number() { fits "$1" "$DIGITS" "\${2:-18}" && case $1 in 0?*) return 1 ;; esac; }
is_name() { fits "$1" "$LETTERS$DIGITS._@:-" 128 && case $1 in [.-]*) return 1 ;; esac; }
is_id() { fits "$1" "$LETTERS$DIGITS._-" 64 && case $1 in [._-]*) return 1 ;; esac; }
is_path() {
  fits "$1" "$LETTERS$DIGITS._/@+:,~-" 400 || return 1
  case $1 in */../* | */.. | */./* | */. | *//* | */) return 1 ;; /*) return 0 ;; *) return 1 ;; esac
}
is_marker() { fits "$1" "$LETTERS$DIGITS._/=:-" 128 && [ "\${#1}" -ge 4 ]; }
is_hash() { fits "$1" "\${DIGITS}abcdef" 64 && [ "\${#1}" = 64 ]; }

# UP: hundredths of a second since boot; steps of the wall clock do not touch it.
now() {
  read -r UP UP_REST </proc/uptime
  UP=\${UP%.*}\${UP#*.}
}
# WALL: milliseconds since the epoch, whole seconds where date knows no %N.
wall() {
  WALL=$(date +%s%N)
  case $WALL in
    '' | *[!$DIGITS]* | ??????????) WALL=$(date +%s)000 ;;
    *) WALL=\${WALL%??????} ;;
  esac
}
BOOT=unknown
{ read -r BOOT </proc/sys/kernel/random/boot_id; } 2>/dev/null || BOOT=unknown

nap() { sleep "$1" 2>/dev/null || sleep 1; }
have() { command -v "$1" >/dev/null 2>&1; }
SETSID=
! have setsid || SETSID=setsid

# look PATH: mode and owner of the path itself, not of what a link points to.
look() {
  set -- $(ls -ldn "$1" 2>/dev/null)
  LOOK_MODE=\${1:-none}
  LOOK_UID=\${3:-none}
}
# open_to_others: group or world may write what look saw.
open_to_others() { case $LOOK_MODE in ?????w* | ????????w*) return 0 ;; *) return 1 ;; esac; }
of_root_or_me() { [ "$LOOK_UID" = 0 ] || [ "$LOOK_UID" = "$ME" ]; }

# own_folder PATH: a real folder, mine, that nobody else can write. Says in WHY_NOT what is wrong.
own_folder() {
  look "$1"
  case $LOOK_MODE in
    d*) ;;
    l*) WHY_NOT="$1 is a symbolic link" && return 1 ;;
    *) WHY_NOT="$1 is no folder" && return 1 ;;
  esac
  [ "$LOOK_UID" = "$ME" ] || { WHY_NOT="$1 belongs to user $LOOK_UID, not to $ME" && return 1; }
  ! open_to_others || { WHY_NOT="$1 can be written by others" && return 1; }
}

# safe_script PATH: a regular file of root or mine that nobody else can change or replace.
safe_script() {
  look "$1"
  case $LOOK_MODE in
    -*) ;;
    l*) WHY_NOT="$1 is a symbolic link" && return 1 ;;
    *) WHY_NOT="$1 is no regular file" && return 1 ;;
  esac
  of_root_or_me || { WHY_NOT="$1 belongs to user $LOOK_UID" && return 1; }
  ! open_to_others || { WHY_NOT="$1 can be written by others" && return 1; }
  [ -x "$1" ] || { WHY_NOT="$1 is not executable" && return 1; }
  look "\${1%/*}/."
  of_root_or_me || { WHY_NOT="the folder of $1 belongs to user $LOOK_UID" && return 1; }
  case $LOOK_MODE in *t*) return 0 ;; esac
  ! open_to_others || { WHY_NOT="the folder of $1 can be written by others" && return 1; }
}
`;
