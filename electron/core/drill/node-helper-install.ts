/** Brings the helper onto a node, or finds the one that an administrator put there; its digest is checked there each time. */
import type { SshSession } from "../deps.ts";
import { helperName, helperScript, helperSha256 } from "../../../shared/drill/helper-script.ts";
import { helperLines, no, type HelperAnswer, type HelperLines } from "./node-helper-answer.ts";

/** Where a node's helper is and how it is called. */
export interface HelperPlace {
  readonly path: string;
  readonly stateFolder: string;
  /** Called through `sudo -n`, for nodes where the SSH user does not own the process. */
  readonly sudo: boolean;
}

/**
 * Looks at a folder and a file: $1 folder, $2 helper, $3 "make" to create the folder. Prints what is wrong in
 * words, else the helper's digest ("none" without one) and the drill that is open in the folder.
 * ls -ldn instead of stat: its first and third column are the same everywhere.
 */
const lookScript = `d=$1 h=$2
wrong() { printf 'wrong=%s\\n' "$1"; exit 0; }
see() { set -- $(ls -ldn "$1" 2>/dev/null); mode=\${1:-none} uid=\${3:-none}; }
me=$(id -u)
if [ "$3" = make ] && ! [ -e "$d" ] && ! [ -L "$d" ]; then
  mkdir -p "\${d%/*}/" 2>/dev/null; mkdir -m 700 "$d" 2>/dev/null || wrong "the state folder $d could not be made"
fi
if [ -n "$d" ]; then
  see "$d"
  case $mode in d*) ;; l*) wrong "the state folder $d is a symbolic link" ;; *) wrong "the state folder $d is no folder" ;; esac
  [ "$uid" = "$me" ] || wrong "the state folder $d belongs to user $uid, the login is user $me"
  case $mode in ?????w*|????????w*) wrong "the state folder $d can be written by others" ;; esac
  for p in "$d"/*/phase; do
    [ -f "$p" ] || continue
    case $(tail -n 1 "$p") in *' rolled-back '*|*' disarmed '*) ;; *) i=\${p%/phase}; printf 'open=%s\\n' "\${i##*/}" ;; esac
  done
fi
see "$h"
case $mode in
  none) printf 'digest=none\\n'; exit 0 ;;
  -*) ;;
  l*) wrong "the helper $h is a symbolic link" ;;
  *) wrong "the helper $h is no regular file" ;;
esac
if [ -n "$d" ]; then want=$me; else want=0; fi
[ "$uid" = "$want" ] || wrong "the helper $h belongs to user $uid, not to $want"
case $mode in ?????w*|????????w*) wrong "the helper $h can be written by others" ;; esac
sum=$(sha256sum "$h" 2>/dev/null) || sum=$(shasum -a 256 "$h" 2>/dev/null) || sum=$(openssl dgst -sha256 -r "$h" 2>/dev/null) ||
  wrong "none of sha256sum, shasum and openssl can be run on this node, so the helper cannot be checked"
printf 'digest=%s\\n' "\${sum%% *}"
`;

const pathForm = /^\/[A-Za-z0-9._/@+:,~-]{1,399}$/;
const lookMs = 15_000;

async function look(
  ssh: SshSession,
  folder: string,
  path: string,
  make: boolean,
): Promise<HelperLines> {
  const result = await ssh.exec(lookScript, {
    timeoutMs: lookMs,
    args: [folder, path, make ? "make" : ""],
  });
  return helperLines(ssh.host, "check", result);
}

/**
 * Places the helper in the node's state folder (absolute, without blanks), for a login that owns the process or is root.
 * Refused when folder or helper is a symbolic link or of another user, when an open drill still needs another
 * version of it, or when what arrived is not what was sent. @throws Failure when SSH fails.
 */
export async function installHelper(
  ssh: SshSession,
  stateFolder: string,
): Promise<HelperAnswer<HelperPlace>> {
  if (!pathForm.test(stateFolder)) {
    return no(
      "refused",
      "bad-folder",
      `The state folder ${JSON.stringify(stateFolder)} is no plain absolute path`,
    );
  }
  const place: HelperPlace = { path: `${stateFolder}/${helperName}`, stateFolder, sudo: false };
  const before = await look(ssh, stateFolder, place.path, true);
  const wrong = before.optional("wrong");
  if (wrong !== undefined) return no("refused", "bad-folder", wrong);
  if (before.one("digest") === helperSha256) return { ok: true, value: place };
  const open = before.many("open");
  if (before.one("digest") !== "none" && open.length > 0) {
    return no(
      "refused",
      "other-version",
      `Drill ${open.join(", ")} on this node was begun with another version of the helper`,
    );
  }
  await ssh.writeFile(place.path, helperScript, 0o700);
  const after = await look(ssh, stateFolder, place.path, false);
  const stillWrong = after.optional("wrong");
  if (stillWrong !== undefined) return no("refused", "bad-folder", stillWrong);
  return after.one("digest") === helperSha256
    ? { ok: true, value: place }
    : no(
        "refused",
        "digest-differs",
        `The helper on the node has the digest ${after.one("digest")}, not ${helperSha256}`,
      );
}

/**
 * A helper that an administrator installed at `path` (root's, with the printed sudoers line) for a state folder of
 * root's. Refused when it is not there, not root's, not this version, or sudo does not let us. @throws Failure
 */
export async function findInstalledHelper(
  ssh: SshSession,
  path: string,
  stateFolder: string,
): Promise<HelperAnswer<HelperPlace>> {
  if (!pathForm.test(path) || !pathForm.test(stateFolder)) {
    return no(
      "refused",
      "bad-folder",
      "The paths of helper and state folder have to be plain absolute paths",
    );
  }
  const seen = await look(ssh, "", path, false);
  const wrong = seen.optional("wrong");
  if (wrong !== undefined) return no("refused", "bad-helper", wrong);
  if (seen.one("digest") === "none")
    return no("refused", "no-helper", `There is no helper at ${path}`);
  if (seen.one("digest") !== helperSha256) {
    return no(
      "refused",
      "digest-differs",
      `The helper at ${path} is another version: its digest is ${seen.one("digest")}, not ${helperSha256}`,
    );
  }
  const asked = await ssh.exec(
    `sudo -n -- "$1" version </dev/null >/dev/null 2>&1 && echo may=yes || echo may=no`,
    {
      timeoutMs: lookMs,
      args: [path],
    },
  );
  return helperLines(ssh.host, "sudo", asked).one("may") === "yes"
    ? { ok: true, value: { path, stateFolder, sudo: true } }
    : no("refused", "no-sudo", `sudo does not let this login run ${path} without a password`);
}
