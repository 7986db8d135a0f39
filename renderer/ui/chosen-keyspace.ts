/** The keyspace that Topology and Load look at; one choice for both. */
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import { replicatedKeyspaces } from "../app/replication-words.ts";
import { createStore, useStore } from "../host/store.ts";

export const chosenKeyspace = createStore<string | undefined>(undefined);

/** The chosen keyspace if the cluster has it, else its first replicated one; undefined when there is none. */
export function useChosenKeyspace(
  view: ClusterView,
): ReturnType<typeof replicatedKeyspaces>[number] | undefined {
  const name = useStore(chosenKeyspace, (value) => value);
  const all = replicatedKeyspaces(view);
  return all.find((keyspace) => keyspace.name === name) ?? all[0];
}
