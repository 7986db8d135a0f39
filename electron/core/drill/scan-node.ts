/** Asks one node's helper which drills it knows. */
import { pathFor } from "./helper-fault.ts";
import { scan } from "./node-helper.ts";
import { installHelper } from "./node-helper-install.ts";
import type { ScanNode } from "./scan-drills.ts";

/** @throws when the node cannot be asked: silence must not look like "nothing found" */
export const scanNode: ScanNode = async (session, nodeKey, mend) => {
  const node = session.view().nodes.find((each) => each.key === nodeKey);
  const { stateFolder } = session.profile;
  if (node === undefined || stateFolder === undefined) return [];
  const ssh = session.ssh(nodeKey);
  if (ssh === undefined) throw new Error(`there is no SSH connection to ${node.address}`);
  const place = await installHelper(ssh, pathFor(stateFolder, node.address));
  if (!place.ok) throw new Error(place.why);
  const found = await scan(ssh, place.value, mend);
  if (!found.ok) throw new Error(found.why);
  const { drills, mended } = found.value;
  return drills.map((drill) => ({
    address: node.address,
    runId: drill.id,
    phase: drill.phase,
    text: `${drill.phase}, guard ${drill.guard}${mended.includes(drill.id) ? ", brought back by this scan" : ""}`,
  }));
};
