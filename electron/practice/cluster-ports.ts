import { portInUseText, portsInUse } from "./listening-ports.ts";
import { processOfNode } from "./node-control.ts";
import { PracticeFailure } from "./practice-error.ts";
import { clusterPaths } from "./practice-paths.ts";
import { addressOf, cqlPort, jmxPortOf, storagePort, type PracticeSpec } from "./practice-spec.ts";
import { lockHolder } from "./process-lock.ts";

interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/**
 * Looks whether the ports of what does not run yet are free.
 * @throws PracticeFailure ("ports in use") that names each holder
 */
export function checkPorts(folder: string, spec: PracticeSpec): void {
  const served = lockHolder(clusterPaths(folder).supervisorLock) !== undefined;
  const wanted = spec.places.flatMap((_, i) => {
    const runs = processOfNode(folder, addressOf(spec.prefix, i + 1)) !== undefined;
    return [
      ...(runs ? [] : cassandraPorts(spec, i + 1)),
      ...(served ? [] : [sshPort(spec, i + 1)]),
    ];
  });
  const taken = portsInUse(wanted);
  if (taken.length === 0) return;
  throw new PracticeFailure(
    "ports in use",
    `Ports of the practice cluster are taken: ${taken.map(portInUseText).join("; ")}.`,
    "End these processes, or give the cluster another loopback subnet.",
  );
}

/** Waits until all ports of the cluster are free. @throws PracticeFailure ("ports in use") when something else listens there */
export async function waitForFreePorts(spec: PracticeSpec, timeoutMs: number): Promise<void> {
  const wanted = spec.places.flatMap((_, i) => [
    ...cassandraPorts(spec, i + 1),
    sshPort(spec, i + 1),
  ]);
  const end = performance.now() + timeoutMs;
  for (;;) {
    const taken = portsInUse(wanted);
    if (taken.length === 0) return;
    if (performance.now() > end) {
      throw new PracticeFailure(
        "ports in use",
        `The practice cluster has ended, but its ports are taken: ${taken.map(portInUseText).join("; ")}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function cassandraPorts({ prefix }: PracticeSpec, n: number): readonly Endpoint[] {
  const address = addressOf(prefix, n);
  return [
    { address, port: storagePort },
    { address, port: cqlPort },
    { address: "127.0.0.1", port: jmxPortOf(prefix, n) },
  ];
}

function sshPort(spec: PracticeSpec, n: number): Endpoint {
  return { address: addressOf(spec.prefix, n), port: spec.sshPort };
}
