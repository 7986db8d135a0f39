/** The SSH half of a connection test: hops as the connection passes them, then what the login may do. */
import type { Profile } from "../../../shared/contract/profile.ts";
import type { SshSession, SshTarget } from "../deps.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { pathFor } from "../session/targets.ts";
import type { HopTeller } from "./hop-teller.ts";

const commandsMs = 20_000;

/** Reads only: who we are, what is there, what the service control says. `$1` kind, `$2` unit, name or path. */
const script = `export LC_ALL=C
PATH=$PATH:/usr/local/bin:/usr/sbin:/opt/cassandra/bin
echo "login $(id -un 2>/dev/null || echo '?') on $(uname -s)"
if command -v nodetool >/dev/null 2>&1; then echo 'nodetool is there'; else echo 'nodetool is missing: state by nodetool, dropped messages and pending compactions stay unknown'; fi
[ -r /proc/stat ] || echo '/proc cannot be read: host figures stay unknown'
case $1 in
systemd) systemctl is-active "$2" 2>&1 | sed 's/^/service: /' ;;
init) "/etc/init.d/$2" status 2>&1 | head -n 1 | sed 's/^/service: /' ;;
scripts) if [ -x "$2" ]; then "$2" 2>&1 | head -n 1 | sed 's/^/service: /'; else echo "service: $2 is no executable file"; fi ;;
none) echo 'service control is not set: nothing can be drilled' ;;
esac
exit 0
`;

/** Tells every hop; a failure is told and ends this half. */
export async function testSsh(
  deps: SessionDeps,
  target: SshTarget,
  profile: Profile,
  teller: HopTeller,
  ended: AbortSignal,
): Promise<void> {
  teller.begin("dns", `${target.host}:${target.port}, as ${target.user}`);
  let ssh: SshSession | undefined;
  try {
    ssh = await deps.ssh.connect(
      target,
      async (question) => {
        teller.say(
          "host key",
          "asking",
          `${question.keyType} ${question.fingerprint} is not known for ${question.host}: compare it with the node's own`,
        );
        return deps.decideHostKey(question);
      },
      (hop) => teller.pass(hop, words[hop] ?? "passed"),
      ended,
    );
    teller.begin("commands", "looking at what this login may do");
    const service = profile.service;
    const what =
      service.kind === "systemd"
        ? service.unit
        : service.kind === "init"
          ? service.name
          : service.kind === "scripts"
            ? pathFor(service.status, target.host)
            : "";
    const { stdout } = await ssh.exec(script, {
      args: [service.kind, what],
      timeoutMs: commandsMs,
      maxBytes: 64 * 1024,
      signal: ended,
    });
    teller.pass("commands", stdout.trim().split("\n").join("; "));
  } catch (error) {
    teller.fail(error, "ssh login");
  } finally {
    ssh?.close();
  }
}

const words: Readonly<Record<string, string>> = {
  dns: "the name resolves",
  tcp: "the port answers",
  "host key": "the host key is known",
  "ssh login": "logged in",
  "jump host": "through the jump host",
};
