import { describe, expect, test } from "vitest";
import { samples } from "../../../test/fixtures/parse/samples.ts";
import { isCassandra, readCommandLine } from "./command-line.ts";

describe("the command line of Cassandra", () => {
  test("a 2.1 tarball says where its configuration, logs and data are", () => {
    const [sample] = samples("host", "host-cmdline-1");
    const args = (sample?.text ?? "").trim().split(/\s+/).slice(7);
    const { expected } = sample ?? { expected: {} };
    expect(isCassandra(args)).toBe(true);
    expect(readCommandLine(args)).toEqual({
      configFile: undefined,
      configDirectory: expected.confDir,
      logDirectory: expected.logDir,
      storageDirectory: expected.storageDir,
      maxHeapBytes: expected.maxHeapBytes,
      collector: expected.collector,
      gcLogPath: undefined,
      jmxPort: expected.jmxPort,
      jolokiaAgent: expected.jolokiaAgent,
    });
  });

  test("a 5.0 node with a unified GC log and an own configuration file says so", () => {
    const args = [
      "java",
      "-Xmx320M",
      "-XX:+UseG1GC",
      "-XX:+UseSerialGC",
      "-Xmx1G",
      "-Xlog:gc*,safepoint:file=/data/n1/log/gc.log:time,uptime,level,tags:filecount=3,filesize=2m",
      "-Dcassandra.jmx.local.port=7119",
      "-Dcassandra.config=file:///data/n1/cassandra.yaml",
      "-Dcassandra.logdir=/data/n1/log",
      "-Dcassandra.storagedir=/data/n1",
      "-cp",
      "/jars/*:/etc/elsewhere",
      "org.apache.cassandra.service.CassandraDaemon",
    ];
    expect(readCommandLine(args)).toEqual({
      configFile: "/data/n1/cassandra.yaml",
      configDirectory: "/data/n1",
      logDirectory: "/data/n1/log",
      storageDirectory: "/data/n1",
      maxHeapBytes: 1024 ** 3,
      collector: "Serial",
      gcLogPath: "/data/n1/log/gc.log",
      jmxPort: 7119,
      jolokiaAgent: false,
    });
  });

  test("the GC log of Java 8 is found, nodetool is not taken for a server", () => {
    expect(readCommandLine(["java", "-Xloggc:/var/log/cassandra/gc.log"]).gcLogPath).toBe(
      "/var/log/cassandra/gc.log",
    );
    expect(isCassandra(["java", "org.apache.cassandra.tools.NodeTool", "status"])).toBe(false);
  });
});
