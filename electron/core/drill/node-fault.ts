/** The verbs of a fault on one node, as the runner uses them. Each says what it saw; none is believed without proof. */

export interface Said {
  readonly ok: boolean;
  /** What the node answered, in words for the journal. */
  readonly said: string;
}

export interface NodeStatus {
  /** Phase as the node's helper keeps it: none, armed, injecting, injected, rolling-back, rolled-back, disarmed, self-test … */
  readonly phase: string;
  readonly guardAlive: boolean;
  /** Milliseconds until the guard acts by itself; undefined when no lease runs. */
  readonly leaseLeftMs: number | undefined;
  readonly process: "running" | "gone" | "unknown";
  /** Who led the node back, in words; undefined when nobody had to, has not yet, or it was asked for by a rollback. */
  readonly broughtBackBy: string | undefined;
  readonly said: string;
}

export interface NodeFault {
  /** Places the helper on the node, checks its digest, and runs the guard on a dry fault. */
  prepare(): Promise<Said>;
  /** Starts the guard with its lease and proves it alive. */
  arm(): Promise<Said>;
  renew(): Promise<Said>;
  /** `atMs`: the node's wall clock right before the act. */
  inject(): Promise<Said & { readonly atMs?: number }>;
  /** Whether the fault is really there. */
  prove(): Promise<Said>;
  /** Brings the node's process back and proves that it runs. May be called again. */
  rollback(): Promise<Said>;
  status(): Promise<NodeStatus>;
  /** Ends the guard and keeps the head of the journal's chain on the node. */
  disarm(chainHead: string): Promise<Said>;
}
