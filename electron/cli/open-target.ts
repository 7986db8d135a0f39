/** Connects to a target and waits for its first whole look. */
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import type { Secrets } from "../../shared/contract/profile.ts";
import type { Client, CommandWorld } from "./client.ts";
import { CommandEnd, endOf, exitCodes } from "./exit-code.ts";
import type { Output } from "./output.ts";

/** Secrets are read from the environment: a command line can be seen by every user of the machine. */
export function secretsFrom(environment: CommandWorld["environment"]): Secrets {
  const secrets: Secrets = {};
  const take = (name: string, key: keyof Secrets) => {
    const value = environment[name];
    if (value !== undefined && value !== "") secrets[key] = value;
  };
  take("RINGDRILL_CQL_PASSWORD", "cqlPassword");
  take("RINGDRILL_APPLICATION_PASSWORD", "applicationPassword");
  take("RINGDRILL_SSH_PASSWORD", "sshPassword");
  take("RINGDRILL_SSH_PASSPHRASE", "sshPassphrase");
  return secrets;
}

/** Every node was asked over every path that the profile names, and either answered or failed. */
function settled(view: ClusterView): boolean {
  return (
    view.nodes.length > 0 &&
    view.nodes.every(
      (node) =>
        node.reach.cql.state !== "connecting" &&
        node.reach.ssh.state !== "connecting" &&
        (node.lastLookAt !== undefined ||
          (node.reach.cql.state === "failed" && node.reach.ssh.state !== "connected")),
    )
  );
}

/**
 * @param waitMs how long the first look may take; a partial view is given after that.
 * @throws CommandEnd with exit code 3 when no node at all could be reached
 */
export async function openTarget(
  world: CommandWorld,
  target: string,
  output: Output,
  waitMs = 60_000,
): Promise<ClusterView> {
  const client = await world.client();
  output.progress(`connecting to ${target} …`);
  await client.cluster
    .open(
      { profile: target, secrets: secretsFrom(world.environment) },
      { signal: world.interrupted },
    )
    .catch(async (error: unknown) => {
      throw await withTargets(client, error);
    });
  const until = Date.now() + waitMs;
  let view = await client.cluster.next(
    { profile: target, after: 0 },
    { signal: world.interrupted },
  );
  while (!settled(view) && Date.now() < until) {
    view = await client.cluster.next(
      { profile: target, after: view.seq },
      { signal: world.interrupted },
    );
  }
  await client.cluster.lookNow({ profile: target }, { signal: world.interrupted });
  view = await client.cluster.next({ profile: target, after: 0 }, { signal: world.interrupted });
  if (
    !view.nodes.some(
      (node) => node.reach.cql.state === "connected" || node.reach.ssh.state === "connected",
    )
  ) {
    const failure = view.nodes
      .map((node) => node.reach.cql)
      .find((reach) => reach.state === "failed");
    throw new CommandEnd(
      exitCodes.notReached,
      failure?.state === "failed"
        ? `${failure.failure.message} ${failure.failure.next}`
        : `No node of ${target} could be reached.`,
    );
  }
  for (const line of failures(view)) output.progress(line);
  return view;
}

/** What could not be reached, one line a node and hop, with what to do. */
function failures(view: ClusterView): readonly string[] {
  return view.nodes.flatMap(({ reach }) =>
    [reach.cql, reach.ssh].flatMap((hop) =>
      hop.state === "failed" ? [`${hop.failure.message} ${hop.failure.next}`] : [],
    ),
  );
}

/** An unknown target together with those that are known, and the files that could not be read: it may be in one. */
async function withTargets(client: Client, error: unknown): Promise<unknown> {
  const { exitCode, lines } = endOf(error);
  if (exitCode !== exitCodes.usage) return error;
  const { rows, problems } = await client.profiles.list();
  const names = rows.map((row) => row.profile.name);
  return new CommandEnd(
    exitCode,
    [
      ...lines,
      ...problems.map((problem) => `A profile cannot be read: ${problem}.`),
      `Known are: ${names.join(", ")}.`,
    ].join("\n"),
  );
}
