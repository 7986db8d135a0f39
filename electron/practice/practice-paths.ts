import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { PracticeFailure } from "./practice-error.ts";

/** Where things lie in a practice cluster's folder. */
export function clusterPaths(folder: string) {
  const ssh = join(folder, "ssh");
  return {
    folder,
    /** The spec, and whether the cluster is complete. */
    cluster: join(folder, "cluster.json"),
    /** Passwords, mode 0600. */
    secrets: join(folder, "secrets.json"),
    /** Held while one Ringdrill creates, starts or ends the cluster. */
    lock: join(folder, "practice.lock"),
    nodes: join(folder, "nodes"),
    ssh,
    userKey: join(ssh, "user_key"),
    knownHosts: join(ssh, "known_hosts"),
    sshConfig: join(ssh, "config"),
    hostKey: (address: string) => join(ssh, `host_key_${address}`),
    supervisor: join(folder, "supervisor.json"),
    supervisorLock: join(folder, "supervisor.lock"),
    supervisorLog: join(folder, "supervisor.log"),
    /** Name of the control socket inside `folder`. */
    supervisorSocket: "supervisor.sock",
  };
}

/** Where things lie in a node's folder, which is named by the node's address. */
export function nodePaths(folder: string, address: string) {
  const node = join(clusterPaths(folder).nodes, address);
  return {
    node,
    bin: join(node, "bin"),
    conf: join(node, "conf"),
    data: join(node, "data"),
    commitlog: join(node, "commitlog"),
    hints: join(node, "hints"),
    savedCaches: join(node, "saved_caches"),
    cdcRaw: join(node, "cdc_raw"),
    log: join(node, "log"),
    /** For Ringdrill's drills: helper, plans, leases. */
    state: join(node, "state"),
    run: join(node, "run"),
    tmp: join(node, "tmp"),
    yaml: join(node, "conf", "cassandra.yaml"),
    rackFile: join(node, "conf", "cassandra-rackdc.properties"),
    logback: join(node, "conf", "logback.xml"),
    logbackTools: join(node, "conf", "logback-tools.xml"),
    jvmOptions: join(node, "conf", "jvm-server.options"),
    java17Options: join(node, "conf", "jvm17-server.options"),
    extraOptions: join(node, "conf", "jvm-extra.options"),
    pid: join(node, "run", "cassandra.pid"),
    started: join(node, "run", "started-before"),
    start: join(node, "bin", "start"),
    stop: join(node, "bin", "stop"),
    status: join(node, "bin", "status"),
    nodetool: join(node, "bin", "nodetool"),
  };
}

/**
 * The one name of a folder, whether it exists or not: processes are known by it, and drills follow no symbolic link.
 */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!gone || dirname(folder) === folder) throw error;
    return join(realFolder(dirname(folder)), basename(folder));
  }
}

/**
 * Refuses a folder that Java's class path, its log options or a service profile (`%a`) would read as something else.
 * @throws PracticeFailure ("usage")
 */
export function checkFolder(folder: string, what: string): void {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const bad = /[:%"\\*\u0000-\u001f]/.exec(folder);
  if (isAbsolute(folder) && bad === null) return;
  const why = bad === null ? "is not absolute" : `holds ${JSON.stringify(bad[0])}`;
  throw new PracticeFailure("usage", `The ${what} folder ${folder} ${why}.`, "Choose another one.");
}
