/** The drills as values. A drill names its fault, its class of way back and what it assumes; the runner does the rest. */

/** What is done to the node. Each has five verbs on the node: arm, inject, prove, rollback, prove rolled back. */
export type FaultKind = "kill" | "stop";

export interface DrillDefinition {
  readonly id: string;
  readonly name: string;
  readonly simulates: string;
  readonly fault: FaultKind;
  /** R1 expires in the kernel · R2 a timer on the node rolls back · R3 state swap, phase-aware · R4 forward only. */
  readonly rollbackClass: "R1" | "R2" | "R3" | "R4";
  readonly rollbackWords: string;
  /** Touches data, so that production wants a second person. */
  readonly destructive: boolean;
  readonly defaults: {
    readonly load: "read" | "write" | "mixed";
    readonly consistency: string;
    readonly rf: number;
  };
  /** How the peers learn of it, and how long that takes: drills.md B1. */
  readonly announced: boolean;
  readonly injectText: (address: string) => string;
  readonly undoText: (address: string) => string;
}

/** In the order in which an operator would run them. */
export const catalogue: readonly DrillDefinition[] = [
  {
    id: "D-01",
    name: "Stop a node by its service",
    simulates:
      "A planned stop: patching, a restart by configuration management, an operator's mistake",
    fault: "stop",
    rollbackClass: "R2",
    rollbackWords: "a guard on the node starts Cassandra again when its lease runs out",
    destructive: false,
    defaults: { load: "write", consistency: "LOCAL_QUORUM", rf: 3 },
    announced: true,
    injectText: (address) =>
      `${address}: stop Cassandra by its service control (it drains, then ends)`,
    undoText: (address) => `${address}: start Cassandra by its service control`,
  },
  {
    id: "D-06",
    name: "A node crashes",
    simulates: "SIGKILL: out of memory, a JVM crash, somebody's kill -9",
    fault: "kill",
    rollbackClass: "R2",
    rollbackWords: "a guard on the node starts Cassandra again when its lease runs out",
    destructive: false,
    defaults: { load: "write", consistency: "LOCAL_QUORUM", rf: 3 },
    announced: false,
    injectText: (address) => `${address}: SIGKILL to the Cassandra process`,
    undoText: (address) => `${address}: start Cassandra by its service control`,
  },
];

/** The definition with this id (any case), or undefined. */
export function drillById(id: string): DrillDefinition | undefined {
  return catalogue.find((drill) => drill.id === id.toUpperCase());
}
