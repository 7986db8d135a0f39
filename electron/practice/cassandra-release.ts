import { PracticeFailure } from "./practice-error.ts";

/** The releases that the practice cluster runs; all of them start on Java 17. */
export interface CassandraRelease {
  /** What the command line calls it. */
  readonly line: "5.0" | "4.1" | "4.0";
  /** Version of `org.apache.cassandra:cassandra-all`. */
  readonly version: string;
  /** Jars of its runtime class path, as Maven resolves the pinned pom. */
  readonly jarCount: number;
  /** SHA-256 of `cassandra-all-VERSION.jar`. */
  readonly serverJarSha256: string;
  /** 4.x measures objects through jamm's agent; without it Java 17 says "can't get field offset on a hidden class". */
  readonly needsJammAgent: boolean;
  /** 4.0 knows only `…_in_ms` and `…_in_mb`; CASSANDRA-15234 (4.1) brought values with units. */
  readonly unitsInKeyNames: boolean;
  /** `-Dcassandra.system_auth.default_rf` and its sisters exist (4.1 and later; in 4.0 the RF of 1 is a constant). */
  readonly hasDefaultRfProperties: boolean;
}

const releases: readonly CassandraRelease[] = [
  {
    line: "5.0",
    version: "5.0.6",
    jarCount: 100,
    serverJarSha256: "bd533204e1088179ba58bd817082673b211cc78f605e64e34c3cd001c42aca2a",
    needsJammAgent: false,
    unitsInKeyNames: false,
    hasDefaultRfProperties: true,
  },
  {
    line: "4.1",
    version: "4.1.10",
    jarCount: 65,
    serverJarSha256: "7b856ac08e6dca870fc1ff12ae0690bf77d37cf269d17e4a7b439182c56a8a1a",
    needsJammAgent: true,
    unitsInKeyNames: false,
    hasDefaultRfProperties: true,
  },
  {
    line: "4.0",
    version: "4.0.19",
    jarCount: 60,
    serverJarSha256: "5d273a444a315560e654cb962b19d0823bec2df1cef13f29b666c2499f4ef035",
    needsJammAgent: true,
    unitsInKeyNames: true,
    hasDefaultRfProperties: false,
  },
];

/**
 * The release for `5.0`, `4.1`, `4.0` or their full version.
 * @throws PracticeFailure ("usage")
 */
export function releaseOf(text: string): CassandraRelease {
  const found = releases.find(({ line, version }) => text === line || text === version);
  if (found !== undefined) return found;
  const known = releases.map(({ line, version }) => `${line} (${version})`).join(", ");
  throw new PracticeFailure(
    "usage",
    `The practice cluster has no Cassandra "${text}".`,
    `Choose one of ${known}.`,
  );
}
