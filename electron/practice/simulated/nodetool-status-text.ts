import { ownershipOf, type Ownership } from "../../../shared/cluster/ownership.ts";
import { readReplication, replicationKey } from "../../../shared/cluster/replication.ts";
import { buildRing } from "../../../shared/cluster/token-ring.ts";
import type { ModelNode } from "../../../shared/model/node/model-node.ts";
import { sizeText, table } from "./nodetool-table.ts";
import type { ToolFacts } from "./nodetool-text.ts";

/**
 * `nodetool status [KEYSPACE]`: whom this node sees up, and what each owns. Without a keyspace ownership has a meaning
 * only when all keyspaces of users are replicated alike.
 * @throws RangeError for a keyspace that does not exist
 */
export function statusText(facts: ToolFacts, [keyspace]: readonly string[]): string {
  const { node } = facts;
  const ownership = ownershipFor(node, keyspace);
  const members = [node.gossip.self, ...node.gossip.peers()];
  const blocks = [...new Set(members.map(({ application }) => application.dc))].map((dc) => {
    const title = `Datacenter: ${dc}`;
    const rows = members
      .filter(({ application }) => application.dc === dc)
      .map(({ address, application }) => [
        `${node.gossip.isAlive(address) ? "U" : "D"}N`,
        address,
        address === node.identity.address
          ? sizeText(facts.loadBytes())
          : application.loadBytes === 0
            ? "?"
            : sizeText(application.loadBytes),
        String(application.tokens.length),
        ownership === undefined ? "?" : `${((ownership.get(address) ?? 0) * 100).toFixed(1)}%`,
        application.hostId,
        application.rack,
      ]);
    const owns = ownership === undefined ? "Owns" : "Owns (effective)";
    return [
      `${title}\n${"=".repeat(title.length)}\n`,
      "Status=Up/Down\n|/ State=Normal/Leaving/Joining/Moving\n",
      table([["--", "Address", "Load", "Tokens", owns, "Host ID", "Rack"], ...rows], "  "),
      "\n",
    ].join("");
  });
  const note =
    ownership === undefined
      ? "Note: Non-system keyspaces don't have the same replication settings, effective ownership information is meaningless\n"
      : "";
  return blocks.join("") + note;
}

function ownershipFor(node: ModelNode, keyspace: string | undefined): Ownership | undefined {
  const all = node.schema.keyspaces();
  const users = all.filter(({ name }) => !name.startsWith("system"));
  const chosen =
    keyspace === undefined
      ? (users[0] ?? all.find(({ name }) => name === "system_traces"))
      : all.find(({ name }) => name === keyspace);
  if (chosen === undefined) throw new RangeError(`The keyspace ${keyspace ?? ""}, does not exist`);
  const replication = readReplication(chosen.replication);
  const alike = users.every(
    (each) => replicationKey(readReplication(each.replication)) === replicationKey(replication),
  );
  if (keyspace === undefined && !alike) return undefined;
  const ring = buildRing("org.apache.cassandra.dht.Murmur3Partitioner", node.placement().nodes);
  return ownershipOf(ring, new Map([[chosen.name, replication]])).get(chosen.name);
}
