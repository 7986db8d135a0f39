import { seedNumbers } from "./cassandra-yaml.ts";
import { startNode, processOfNode, waitForCql, waitForStorage } from "./node-control.ts";
import { addressOf, type PracticeSpec } from "./practice-spec.ts";
import { signalProcess, statOf } from "./process-identity.ts";
import type { UpProgress } from "./up-progress.ts";

/** Cassandra's own limit for a start is much shorter; this is for machines that do a lot else. */
const startLimitMs = 180_000;

/**
 * Starts the nodes that do not run and wakes frozen ones; resolves when all listen for clients.
 * One seed first, then, as soon as it listens for other nodes, all others at once: a node that finds no seed ends
 * with "Unable to gossip with any peers".
 * Gives false when nothing had to be done.
 * @throws PracticeFailure ("failed") that names the node
 */
export async function startRing(
  spec: PracticeSpec,
  folder: string,
  progress: UpProgress,
  signal: AbortSignal,
): Promise<boolean> {
  const numbers = spec.places.map((_, i) => i + 1);
  const addresses = numbers.map((n) => addressOf(spec.prefix, n));
  let woken = false;
  const running = addresses.filter((address) => {
    const identity = processOfNode(folder, address);
    if (identity === undefined) return false;
    woken ||= statOf(identity.pid)?.state === "T";
    return signalProcess(identity, "SIGCONT");
  });
  const seeds = seedNumbers(spec).map((n) => addressOf(spec.prefix, n));
  const missing = addresses.filter((address) => !running.includes(address));
  const wholeRing = running.length === 0;
  const pioneer = seeds.some((seed) => running.includes(seed))
    ? undefined
    : missing.find((address) => seeds.includes(address));

  if (missing.length > 0) progress.begin("first node", "starting Cassandra");
  if (pioneer !== undefined) {
    progress.node(pioneer, "starting");
    await startNode(folder, pioneer, { wholeRing, signal });
    await waitForStorage(folder, pioneer, startLimitMs, signal);
  }
  const others = missing.filter((address) => address !== pioneer);
  if (missing.length > 0) progress.begin("other nodes", "starting Cassandra");
  await Promise.all(
    others.map(async (address) => {
      progress.node(address, "starting");
      await startNode(folder, address, { wholeRing, signal });
    }),
  );
  await Promise.all(
    addresses.map(async (address) => {
      if (!running.includes(address)) progress.node(address, "waiting for CQL");
      await waitForCql(folder, address, startLimitMs, signal);
      if (!running.includes(address)) progress.node(address, "answers on its CQL port");
    }),
  );
  return woken || missing.length > 0;
}
