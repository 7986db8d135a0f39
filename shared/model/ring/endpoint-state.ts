/** What a node tells of itself, and others pass on. */
export interface Application {
  /** Heartbeat version at which anything below last changed. */
  readonly version: number;
  readonly hostId: string;
  readonly dc: string;
  readonly rack: string;
  readonly release: string;
  readonly tokens: readonly string[];
  readonly schemaVersion: string;
  readonly loadBytes: number;
  readonly status: "NORMAL" | "shutdown";
  /** Takes CQL clients. */
  readonly rpcReady: boolean;
}

export interface EndpointState {
  readonly address: string;
  /** Start of the process, seconds since the epoch. */
  readonly generation: number;
  /** Rises at each round of gossip. */
  readonly heartbeat: number;
  /** Undefined: the receiver has the newest already. */
  readonly application: Application | undefined;
}

/** How far one node's knowledge of another goes. */
export interface Digest {
  readonly address: string;
  readonly generation: number;
  readonly heartbeat: number;
  readonly applicationVersion: number;
}
