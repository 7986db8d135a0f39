/** A profile's connection test: every hop to every node, told as it passes. */
import { membershipOf } from "../../../shared/cluster/membership.ts";
import type { HopStep } from "../../../shared/contract/contract.ts";
import type { Profile, Secrets } from "../../../shared/contract/profile.ts";
import { lookAtRing } from "../look/ring-look.ts";
import { RawStore } from "../session/raw-store.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { contactPoint, cqlTargetOf, sshTargetOf } from "../session/targets.ts";
import { HopTeller } from "./hop-teller.ts";
import { testSsh } from "./test-ssh.ts";

/** Nodes that are tested at the same time. */
const atOnce = 4;

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Tests the contact points first, then every node that they name and that is not one of them.
 * Resolves when all is told; a hop that fails is a step, not an exception.
 */
export async function testProfile(
  deps: SessionDeps,
  profile: Profile,
  secrets: Secrets,
  push: (step: HopStep) => void,
  ended: AbortSignal,
): Promise<void> {
  const tested = new Set<string>();
  const found = new Map<string, Place>();
  const one = async (place: Place): Promise<void> => {
    if (ended.aborted) return;
    const teller = new HopTeller(deps.clock, place.host, push);
    const ssh = sshTargetOf(profile, secrets, place.host);
    if (ssh === undefined)
      teller.say("ssh login", "ok", "not set up in this profile: host figures stay unknown");
    else await testSsh(deps, ssh, profile, teller, ended);
    await testCql(
      deps,
      cqlTargetOf(profile, secrets, place.host, place.port),
      teller,
      found,
      tested,
      ended,
    );
  };
  const contacts = profile.contactPoints.map((text) => {
    const { host, port } = contactPoint(text);
    return { host, port: port ?? profile.cql.port };
  });
  await inTurns(contacts, one);
  const others = [...found.values()]
    .filter(({ host }) => !tested.has(host))
    .map(({ host, port }) => ({ host, port: port === 0 ? profile.cql.port : port }));
  await inTurns(others, one);
}

async function testCql(
  deps: SessionDeps,
  target: ReturnType<typeof cqlTargetOf>,
  teller: HopTeller,
  found: Map<string, Place>,
  tested: Set<string>,
  ended: AbortSignal,
): Promise<void> {
  tested.add(target.host);
  teller.begin(
    "cql connect",
    `${target.host}:${target.port}, ${target.tls === undefined ? "plain text" : "TLS"}`,
  );
  let cql: Awaited<ReturnType<SessionDeps["cql"]["connect"]>> | undefined;
  try {
    cql = await deps.cql.connect(target, ended);
    teller.pass("cql connect", `answers on port ${target.port}`);
    teller.pass(
      "cql login",
      target.user === undefined ? "no login asked for" : `as ${target.user}`,
    );
    teller.begin("datacenter", "reading the ring tables");
    const ring = await lookAtRing(
      { clock: deps.clock, raws: new RawStore(), node: target.host },
      cql,
    );
    const { members } = membershipOf([ring.system]);
    const own = members.find((member) => member.own);
    if (own !== undefined) {
      tested.add(own.nativeAddress);
      teller.pass(
        "datacenter",
        `${own.dc}, rack ${own.rack}, Cassandra ${own.release}, cluster ${ring.clusterName}`,
      );
    }
    for (const { nativeAddress, nativePort } of members) {
      found.set(nativeAddress, { host: nativeAddress, port: nativePort ?? 0 });
    }
    teller.pass(
      "nodes found",
      `${members.length}: ${members.map((member) => member.address).join(", ")}`,
    );
  } catch (error) {
    teller.fail(error, "cql connect");
  } finally {
    cql?.close();
  }
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
