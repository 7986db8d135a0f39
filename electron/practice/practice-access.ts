import { readCluster, readSecrets, type Account } from "./cluster-record.ts";
import { PracticeFailure } from "./practice-error.ts";
import { clusterPaths, nodePaths, realFolder } from "./practice-paths.ts";
import { addressOf, cqlPort, jmxPortOf } from "./practice-spec.ts";
import { sshUser } from "./ssh-keys.ts";

/** Everything that is needed to connect to a practice cluster. */
export interface PracticeAccess {
  readonly version: string;
  readonly contactPoints: readonly string[];
  readonly cql: {
    readonly port: number;
    /** A superuser, for watching. */
    readonly monitor: Account;
    /** An ordinary role, for load. */
    readonly application: Account;
  };
  readonly ssh: {
    readonly user: string;
    readonly port: number;
    readonly keyFile: string;
    readonly knownHostsFile: string;
  };
  /** Paths with `%a` for the node's address, as a profile holds them. */
  readonly service: { readonly start: string; readonly stop: string; readonly status: string };
  readonly stateFolder: string;
  readonly nodes: readonly PracticeNode[];
}

interface PracticeNode {
  readonly address: string;
  readonly dc: string;
  readonly rack: string;
  readonly folder: string;
  readonly stateFolder: string;
  readonly logFolder: string;
  readonly start: string;
  readonly stop: string;
  readonly status: string;
  readonly jmxPort: number;
}

/** How to reach the complete cluster in `folder`, whether it runs or not. @throws PracticeFailure ("no cluster") */
export function practiceAccess(given: string): PracticeAccess {
  const folder = realFolder(given);
  const record = readCluster(folder);
  const secrets = readSecrets(folder);
  if (record?.state !== "ready" || secrets === undefined) {
    throw new PracticeFailure(
      "no cluster",
      `There is no practice cluster in ${folder}.`,
      `"practice up" makes one.`,
    );
  }
  const { spec } = record;
  const paths = clusterPaths(folder);
  const nodes = spec.places.map(({ dc, rack }, i) => {
    const address = addressOf(spec.prefix, i + 1);
    const { node, state, log, start, stop, status } = nodePaths(folder, address);
    const jmxPort = jmxPortOf(spec.prefix, i + 1);
    return {
      address,
      dc,
      rack,
      folder: node,
      stateFolder: state,
      logFolder: log,
      start,
      stop,
      status,
      jmxPort,
    };
  });
  const any = nodePaths(folder, "%a");
  return {
    version: spec.release.version,
    contactPoints: nodes.map(({ address }) => address),
    cql: { port: cqlPort, ...secrets },
    ssh: {
      user: sshUser,
      port: spec.sshPort,
      keyFile: paths.userKey,
      knownHostsFile: paths.knownHosts,
    },
    service: { start: any.start, stop: any.stop, status: any.status },
    stateFolder: any.state,
    nodes,
  };
}
