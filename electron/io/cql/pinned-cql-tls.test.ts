import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/facts/failure.ts";
import type { CqlTarget } from "../../core/deps.ts";
import { createPinnedCql } from "./pinned-cql.ts";
import { startScriptedNode } from "./scripted-node.ts";
import type { Script } from "./scripted-node.ts";
import { testCa, testCertificate, testKey } from "./test-certificate.ts";

const server = { cert: testCertificate, key: testKey };
let folder = "";
let caFile = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ringdrill-tls-"));
  caFile = join(folder, "ca.pem");
  await writeFile(caFile, testCa);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const answers: Script = (request, reply) => {
  if (request.kind === "query") reply.send({ kind: "void" });
};

async function outcome(port: number, tls: NonNullable<CqlTarget["tls"]>, host = "127.0.0.1") {
  try {
    const target = { host, port, tls, connectTimeoutMs: 5000 };
    const session = await createPinnedCql().connect(target);
    await session.query("SELECT now() FROM system.local");
    session.close();
    return "answered";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.detail;
  }
}

describe("a node with TLS", () => {
  it("is spoken to when its certificate is for the address or the server name", async () => {
    await using node = await startScriptedNode(answers, server);
    expect(await outcome(node.port, { caFile })).toBe("answered");
    expect(await outcome(node.port, { caFile, serverName: "node1.example" })).toBe("answered");
    expect(await outcome(node.port, { caFile, serverName: "127.0.0.1" }, "localhost")).toBe(
      "answered",
    );
  });

  it("whose certificate is for another name is refused, and nothing was asked of it", async () => {
    await using node = await startScriptedNode(answers, server);
    const refused = { hop: "cql connect", kind: "tls failed" };
    expect(await outcome(node.port, { caFile, serverName: "node2.example" })).toMatchObject(
      refused,
    );
    expect(await outcome(node.port, { caFile, serverName: "127.0.0.2" })).toMatchObject(refused);
    expect(await outcome(node.port, { caFile }, "localhost")).toMatchObject(refused);
    expect(node.requests).toEqual([]);
  });

  it("whose authority is not known is refused, and nothing was asked of it", async () => {
    await using node = await startScriptedNode(answers, server);
    expect(await outcome(node.port, {})).toMatchObject({ kind: "tls failed" });
    expect(node.requests).toEqual([]);
  });

  it("says why when it is spoken to in plain text", async () => {
    await using node = await startScriptedNode(answers, server);
    const target = { host: "127.0.0.1", port: node.port, connectTimeoutMs: 5000 };
    await expect(createPinnedCql().connect(target)).rejects.toMatchObject({
      detail: { hop: "cql connect", kind: "handshake failed" },
    });
  });
});

describe("a target with TLS", () => {
  it("never falls back to plain text", async () => {
    // This node would answer a plain STARTUP; a TLS hello is no frame, and it hangs up.
    await using node = await startScriptedNode(answers);
    expect(await outcome(node.port, { caFile })).toMatchObject({
      hop: "cql connect",
      kind: "tls failed",
    });
    expect(node.requests).toEqual([]);
  });

  it("whose CA file cannot be read or is none names the file or the fault", async () => {
    await using node = await startScriptedNode(answers, server);
    const missing = join(folder, "missing.pem");
    expect(await outcome(node.port, { caFile: missing })).toMatchObject({
      kind: "tls failed",
      message: expect.stringContaining(missing) as string,
    });
    const odd = join(folder, "odd.pem");
    for (const text of [
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
      "not PEM",
    ]) {
      await writeFile(odd, text);
      expect(await outcome(node.port, { caFile: odd })).toMatchObject({ kind: "tls failed" });
    }
  });
});
