import { parseLayout, layoutOf, layoutText, type Place } from "./layout.ts";
import { releaseOf, type CassandraRelease } from "./cassandra-release.ts";
import { PracticeFailure } from "./practice-error.ts";

/** What a practice cluster is: everything that cannot change without `practice reset`. */
export interface PracticeSpec {
  readonly release: CassandraRelease;
  readonly places: readonly Place[];
  /** First three numbers of the nodes' addresses, in 127.0.0.0/8. */
  readonly prefix: string;
  readonly sshPort: number;
}

/** What the caller may choose; everything has a default. */
export interface SpecOptions {
  /** `5.0` (default), `4.1`, `4.0` or the full version. */
  readonly cassandra?: string | undefined;
  /** 3 when neither this nor `layout` is given. */
  readonly nodes?: number | undefined;
  /** `dc1:r1,r2,r3;dc2:r1,r2`. */
  readonly layout?: string | undefined;
  /** `127.0.0` by default. Two practice clusters can run side by side on different third numbers. */
  readonly prefix?: string | undefined;
  /** 2222 by default. */
  readonly sshPort?: number | undefined;
}

export const cqlPort = 9042;
export const storagePort = 7000;

/** @throws PracticeFailure ("usage") */
export function specOf(options: SpecOptions): PracticeSpec {
  if (options.nodes !== undefined && options.layout !== undefined) {
    throw new PracticeFailure("usage", "Give a number of nodes or a layout, not both.");
  }
  const prefix = options.prefix ?? "127.0.0";
  const numbers = prefix.split(".");
  const valid =
    numbers.length === 3 && numbers.every((n) => /^\d{1,3}$/.test(n) && Number(n) < 256);
  if (!valid || numbers[0] !== "127") {
    throw new PracticeFailure(
      "usage",
      `"${prefix}" is not the beginning of a loopback address.`,
      `Write three numbers that begin with 127, like "127.0.0".`,
    );
  }
  const sshPort = options.sshPort ?? 2222;
  if (!Number.isInteger(sshPort) || sshPort < 1 || sshPort > 65_535) {
    throw new PracticeFailure("usage", `${String(sshPort)} is not a port for SSH.`);
  }
  return {
    release: releaseOf(options.cassandra ?? "5.0"),
    places:
      options.layout === undefined ? layoutOf(options.nodes ?? 3) : parseLayout(options.layout),
    prefix,
    sshPort,
  };
}

/** Address of node `n`, counted from 1. */
export function addressOf(prefix: string, n: number): string {
  return `${prefix}.${String(n)}`;
}

/**
 * JMX port of node `n`: Cassandra's local JMX listens on 127.0.0.1 whatever the node's address is,
 * so nodes and clusters must differ by port. 7119, 7129, … on 127.0.0; 60 more for each step of the third number.
 */
export function jmxPortOf(prefix: string, n: number): number {
  return 7109 + 60 * Number(prefix.split(".")[2]) + 10 * n;
}

/** One line for messages: `Cassandra 5.0.6, dc1:r1,r2,r3, on 127.0.0.1-3, SSH port 2222`. */
export function specText({ release, places, prefix, sshPort }: PracticeSpec): string {
  const last = places.length > 1 ? `-${String(places.length)}` : "";
  return `Cassandra ${release.version}, ${layoutText(places)}, on ${prefix}.1${last}, SSH port ${String(sshPort)}`;
}
