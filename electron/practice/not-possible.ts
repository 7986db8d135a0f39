/** Why real Cassandra nodes cannot be started here: one sentence each, with the command that helps. */

export const needsLinux =
  "The practice cluster needs Linux, be its nodes real or simulated: connect to a cluster that runs elsewhere.";

/** `found` are the versions of Java that are installed. */
export function needsJava17(found: readonly string[]): string {
  const instead = found.length === 0 ? "none is installed" : `found ${found.join(", ")}`;
  return `The practice cluster needs Java 17 exactly and ${instead}: "sudo apt-get install openjdk-17-jdk-headless" helps, or JAVA_HOME set to a Java 17.`;
}

export function needsMaven(version: string): string {
  return `The practice cluster needs Maven to fetch Cassandra ${version}, and there is no mvn on the PATH: "sudo apt-get install maven" helps.`;
}
