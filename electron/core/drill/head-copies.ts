/** Copies of a run's chain head that an editor of its folder cannot reach: in the cluster and on the node. */
import type { DrillPlan } from "../../../shared/contract/drill.ts";
import type { HeadCopy } from "../deps.ts";
import type { Session } from "../session.ts";
import { recordedHead } from "./control-keyspace.ts";
import { pathFor } from "./helper-fault.ts";
import { status } from "./node-helper.ts";
import { installHelper } from "./node-helper-install.ts";

/** @param session of the run's profile, undefined when it is not open: then nothing is compared, and that is said. */
export async function headCopies(
  session: Session | undefined,
  plan: DrillPlan,
): Promise<readonly HeadCopy[]> {
  const places = ["in the cluster", `on ${plan.nodes[0]?.address ?? "the node"}`] as const;
  if (session === undefined) {
    const why = `${plan.target.profile} is not connected now`;
    return places.map((where) => ({ where, why }));
  }
  const ask = async (where: string, read: () => Promise<string | undefined>): Promise<HeadCopy> => {
    try {
      const head = await read();
      return head === undefined ? { where, why: "no copy is kept there" } : { where, head };
    } catch (error) {
      return { where, why: error instanceof Error ? error.message : String(error) };
    }
  };
  return Promise.all([
    ask(places[0], () => fromCluster(session, plan.runId)),
    ask(places[1], () => fromNode(session, plan)),
  ]);
}

async function fromCluster(session: Session, runId: string): Promise<string | undefined> {
  for (const node of session.view().nodes) {
    const cql = session.cql(node.key);
    if (cql !== undefined) return recordedHead(cql, runId);
  }
  throw new Error("no node answers over CQL");
}

async function fromNode(session: Session, plan: DrillPlan): Promise<string | undefined> {
  const node = plan.nodes[0];
  const { stateFolder } = session.profile;
  const ssh = node === undefined ? undefined : session.ssh(node.key);
  if (node === undefined || stateFolder === undefined || ssh === undefined) {
    throw new Error("there is no SSH connection to the node");
  }
  const place = await installHelper(ssh, pathFor(stateFolder, node.address));
  if (!place.ok) throw new Error(place.why);
  const found = await status(ssh, place.value, plan.runId);
  if (!found.ok) throw new Error(found.why);
  return /(?:^| )head=([0-9a-f]{64})(?: |$)/.exec(found.value.phaseNote)?.[1];
}
