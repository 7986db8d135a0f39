import type { NodeState } from "../session/node-state.ts";
import type { HostAnswer } from "./host-look.ts";

export class GcBook {
  take(node: NodeState, answer: HostAnswer): void {
    const why = "why" in answer.poll.gcLog ? answer.poll.gcLog.why : "not read yet";
    node.sheet.withhold("gc", why);
    node.sheet.withhold("heap", why);
  }
}
