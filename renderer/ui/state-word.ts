/** What stands beside a node's shape: its state as nodetool writes it, or why there is none in a word. */
import type { NodeView } from "../../shared/contract/cluster-view.ts";
import { valueOf } from "../../shared/facts/fact.ts";
import { t } from "../i18n/i18n.ts";
import type { Mark } from "./node-mark.ts";

export function stateWord(node: Pick<NodeView, "state">, mark: Mark): string {
  return valueOf(node.state) ?? t(`markShort.${mark}`);
}
