/**
 * The one compound script of a poll: a fixed POSIX sh text, built from named parts, that only reads. Everything
 * that differs from node to node is a positional parameter and never part of the text.
 */

/** Parts in the order in which they run. */
export const pollParts = [
  "stat",
  "meminfo",
  "loadavg",
  "diskstats",
  "netdev",
  "pressure",
  "process",
  "df",
  "hints",
  "log",
  "gclog",
  "service",
] as const;
export type PollPart = (typeof pollParts)[number];

/** How far a log has been read. `inode` "" reads the end of the file for the first time. */
export interface LogPosition {
  readonly inode: string;
  readonly offset: number;
}

interface FollowedLog extends LogPosition {
  readonly path: string;
  /** Bytes to read at most in one poll. */
  readonly limit: number;
}

/** What the script is told about a node. An empty text leaves the part out of the answer. */
export interface PollRequest {
  /** 8 to 64 letters and digits, random for each run. */
  readonly marker: string;
  /** Process id of Cassandra if it is known: it is looked for when it is not, or no longer, Cassandra's. */
  readonly pid: number | undefined;
  readonly service:
    | { readonly kind: "systemd" | "init"; readonly name: string }
    | { readonly kind: "script"; readonly name: string }
    | undefined;
  readonly hintsDirectory: string | undefined;
  readonly log: FollowedLog | undefined;
  readonly gcLog: FollowedLog | undefined;
  /** Absolute paths whose file systems are asked for, in this order. */
  readonly paths: readonly string[];
}

const HEAD = `{
export LC_ALL=C
m=$1 pid=$2 svckind=$3 svcname=$4 hintsdir=$5
logpath=$6 logino=$7 logoff=$8 loglimit=$9
shift 9
gcpath=$1 gcino=$2 gcoff=$3 gclimit=$4
shift 4
part() {
  name=$1
  shift
  printf '@@%s:%s\\n' "$m" "$name"
  "$@" 2>&1
  printf '\\n@@%s:%s=%s\\n' "$m" "$name" "$?"
}
limit=
timeout 1 true 2>/dev/null && limit='timeout 5'
clock() {
  date '+%s.%N %z'
  up='' boot=''
  read -r up rest </proc/uptime
  read -r boot </proc/sys/kernel/random/boot_id
  printf '%s\n%s\n' "$up" "$boot"
}
part clock clock
`;

const TAIL = `part end clock
} </dev/null
`;

/**
 * Reads new whole lines of a log by inode and offset, through a rotation, and says where it stopped. A GC log of
 * the unified kind is thinned to the lines that are read: by default it prints hundreds of lines a collection
 * (heap*=trace), and a safepoint each second of which only those of 10 ms and more are worth sending.
 */
const FOLLOW = `look() {
  set -- $(ls -dinL "$1" 2>/dev/null)
  ino=$1 size=$6
  [ -n "$size" ]
}
bytes() {
  tail -c +"$(($2 + 1))" "$1" | head -c "$3"
}
whole() {
  if [ -n "$(bytes "$1" "$2" "$n" | tail -c 1 | tr '\\000' x)" ]; then
    rest=$(($(bytes "$1" "$2" "$n" | tail -n 1 | wc -c)))
    if [ "$rest" -lt "$n" ] || [ "$n" -lt "$3" ]; then n=$((n - rest)); fi
  fi
}
content() {
  [ "$3" -gt 0 ] || return 0
  case $4 in
  gclog*)
    case $(bytes "$1" "$2" 2) in
    '['[0-9])
      bytes "$1" "$2" "$3" | grep -aE "$gcfilter"
      [ $? -le 1 ]
      return
      ;;
    esac
    ;;
  esac
  bytes "$1" "$2" "$3"
}
piece() {
  n=$(($5 - $4))
  [ "$n" -gt "$6" ] && n=$6
  [ "$n" -gt 0 ] && whole "$2" "$4" "$6"
  part "$1.at" printf '%s %s %s %s %s' "$3" "$4" "$(($4 + n))" "$5" "$7"
  part "$1" content "$2" "$4" "$n" "$1"
}
follow() {
  f=$2 state=next
  [ -f "$f" ] || f=$(ls -t "$2".*.current 2>/dev/null | head -n 1)
  if [ -z "$f" ] || ! look "$f" || [ ! -r "$f" ]; then
    part "$1.at" ls -dinL "$2"
    return
  fi
  now=$ino nowsize=$size from=$4
  if [ -z "$3" ]; then
    state=first from=$((nowsize > $5 ? nowsize - $5 : 0))
  elif [ "$now" != "$3" ]; then
    state=lost from=0
    for c in "$2"*; do
      if look "$c" && [ "$ino" = "$3" ]; then
        state=next
        [ "$size" -gt "$4" ] && piece "$1.old" "$c" "$ino" "$4" "$size" "$5" next
        break
      fi
    done
  elif [ "$nowsize" -lt "$4" ]; then
    state=shrunk from=0
  fi
  if [ $((nowsize - from)) -gt $((4 * $5)) ]; then
    state=skipped from=$((nowsize - $5))
  fi
  case $state in
  first | skipped)
    # the window begins inside a line: leave out what is left of it
    [ "$from" -eq 0 ] || from=$((from + $(bytes "$f" "$from" "$5" | head -n 1 | wc -c)))
    ;;
  esac
  piece "$1" "$f" "$now" "$from" "$nowsize" "$5" "$state"
}
gcfilter='Pause|Safepoint.*Total: +[0-9]{8,} ns|were stopped: (0[.,]0?[1-9]|[1-9])|Allocation Stall|To-space|Evacuation Failure|concurrent mode|[^,]Concurrent|Degenerated|Collection|Using |Heap Max Capacity|Cancelling'
`;

const PARTS: Readonly<Record<PollPart, string>> = {
  stat: `part stat grep -E '^(cpu|btime|procs_)' /proc/stat\n`,
  meminfo: `part meminfo cat /proc/meminfo\n`,
  loadavg: `part loadavg cat /proc/loadavg\n`,
  diskstats: `part diskstats cat /proc/diskstats\n`,
  netdev: `part netdev cat /proc/net/dev\n`,
  pressure: `pressure() {
  for r in cpu io memory; do
    printf '#%s\\n' "$r"
    cat "/proc/pressure/$r"
  done
}
part pressure pressure
`,
  process: `processes() {
  case $pid in
  *[!0-9]* | '') list= ;;
  *) list=$(grep -la '[C]assandraDaemon' "/proc/$pid/cmdline" 2>/dev/null) ;;
  esac
  [ -n "$list" ] || list=$(grep -la '[C]assandraDaemon' /proc/[0-9]*/cmdline 2>/dev/null)
  for f in $list; do
    p=\${f#/proc/}
    p=\${p%/cmdline}
    printf '#%s ' "$p"
    tr '\\000\\n' '\\037 ' <"$f"
    printf '\\n'
    cat "/proc/$p/stat"
    grep -E '^(VmRSS|VmSwap|Threads|Uid):' "/proc/$p/status"
  done
}
part process processes
`,
  df: `disks() {
  i=0
  for path; do
    printf '#%s\\n' "$i"
    $limit df -P -k "$path"
    i=$((i + 1))
  done
}
part df disks "$@"
`,
  hints: `[ -z "$hintsdir" ] || part hints $limit ls -ln "$hintsdir"\n`,
  log: `[ -z "$logpath" ] || follow log "$logpath" "$logino" "$logoff" "$loglimit"\n`,
  gclog: `[ -z "$gcpath" ] || follow gclog "$gcpath" "$gcino" "$gcoff" "$gclimit"\n`,
  service: `service_state() {
  case $svckind in
  systemd) $limit systemctl show -p ActiveState -p SubState -p MainPID -p UnitFileState -p NRestarts "$svcname" ;;
  init) $limit "/etc/init.d/$svcname" status ;;
  script) $limit "$svcname" ;;
  esac
}
[ -z "$svckind" ] || part service service_state
`,
};

/**
 * The text of the script for the given parts; the same parts give the same text. It is run as
 * `timeout -k 5 30 sh -s -- ARGS` with the text on stdin and `pollArguments` as ARGS. stdin of the commands is
 * /dev/null, so none of them can swallow the rest of the script.
 */
export function pollScript(parts: readonly PollPart[]): string {
  const wanted = pollParts.filter((part) => parts.includes(part));
  const follows = wanted.includes("log") || wanted.includes("gclog");
  return [HEAD, follows ? FOLLOW : "", ...wanted.map((part) => PARTS[part]), TAIL].join("");
}

/**
 * The positional parameters of the script, not yet quoted for the shell.
 * @throws RangeError for a marker that could be mistaken, a path that is not absolute or a log limit out of range
 */
export function pollArguments(request: PollRequest): string[] {
  if (!/^[A-Za-z0-9]{8,64}$/.test(request.marker))
    throw new RangeError("The marker must be 8 to 64 letters and digits.");
  const paths = [request.hintsDirectory, request.log?.path, request.gcLog?.path, ...request.paths];
  const scripts = request.service?.kind === "script" ? [request.service.name] : [];
  for (const path of [...paths, ...scripts]) {
    if (path !== undefined && !path.startsWith("/"))
      throw new RangeError(`Not an absolute path: ${path}`);
  }
  return [
    request.marker,
    request.pid === undefined ? "" : String(request.pid),
    request.service?.kind ?? "",
    request.service?.name ?? "",
    request.hintsDirectory ?? "",
    ...logArguments(request.log),
    ...logArguments(request.gcLog),
    ...request.paths,
  ];
}

function logArguments(log: FollowedLog | undefined): string[] {
  if (log === undefined) return ["", "", "0", "0"];
  if (!Number.isSafeInteger(log.offset) || log.offset < 0)
    throw new RangeError("A log's offset must be 0 or more.");
  if (!Number.isSafeInteger(log.limit) || log.limit < 1024)
    throw new RangeError("A log's limit must be 1024 or more.");
  if (!/^\d*$/.test(log.inode)) throw new RangeError("A log's inode must be a number.");
  return [log.path, log.inode, String(log.offset), String(log.limit)];
}
