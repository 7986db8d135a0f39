/** Problems of one kind on many nodes, put together so that they do not push everything else off the screen. */
import type { Problem } from "../../../shared/contract/cluster-view.ts";

export interface ProblemGroup {
  readonly kind: string;
  readonly severity: Problem["severity"];
  readonly problems: readonly Problem[];
}

/** From this many of a kind on they share a line. */
const foldFrom = 4;

/** In the order given; a folded kind stands where its first problem stood. */
export function problemGroups(problems: readonly Problem[]): readonly ProblemGroup[] {
  const groups = [
    ...Map.groupBy(problems, (problem) => `${problem.severity} ${problem.kind}`).values(),
  ];
  return groups.flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { kind, severity } = first;
    if (members.length >= foldFrom) return [{ kind, severity, problems: members }];
    return members.map((problem) => ({ kind, severity, problems: [problem] }));
  });
}
