import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../shared/facts/failure.ts";
import type { FailureDetail } from "../../../shared/facts/failure.ts";
import type { CqlTarget } from "../../core/deps.ts";
import { createPinnedCql } from "./pinned-cql.ts";
import { startScriptedNode } from "./scripted-node.ts";
import type { Script } from "./scripted-node.ts";

const cql = createPinnedCql();
const password = "org.apache.cassandra.auth.PasswordAuthenticator";

function targetOf(port: number, more: Partial<CqlTarget> = {}): CqlTarget {
  return { host: "127.0.0.1", port, connectTimeoutMs: 5000, ...more };
}

/** How connecting fails. */
async function failureOf(target: CqlTarget, signal?: AbortSignal): Promise<FailureDetail> {
  try {
    const session = await cql.connect(target, signal);
    session.close();
  } catch (error) {
    if (error instanceof Failure) return error.detail;
    throw error;
  }
  return expect.unreachable("it connected");
}

async function failureWith(script: Script, more: Partial<CqlTarget> = {}): Promise<FailureDetail> {
  await using node = await startScriptedNode(script);
  return await failureOf(targetOf(node.port, more));
}

/** A node with password authentication that knows one user. */
const withPassword: Script = (request, reply) => {
  if (request.kind === "startup") reply.send({ kind: "authenticate", authenticator: password });
  if (request.kind === "auth response") {
    const said = Buffer.from(request.token ?? []).toString();
    reply.send(
      said === "\0ann\0s3crét"
        ? { kind: "auth success", token: null }
        : {
            kind: "error",
            error: {
              kind: "bad credentials",
              message: "Provided username ann and/or password are incorrect",
            },
          },
    );
  }
};

describe("connecting", () => {
  it("says who asks, in protocol 4, and needs one round trip", async () => {
    await using node = await startScriptedNode(() => undefined);
    const session = await cql.connect(targetOf(node.port));
    expect(session).toMatchObject({ host: "127.0.0.1", port: node.port });
    expect(node.requests).toEqual([
      {
        kind: "startup",
        options: new Map([
          ["CQL_VERSION", "3.0.0"],
          ["DRIVER_NAME", "Ringdrill"],
        ]),
      },
    ]);
    session.close();
  });

  it("logs in with user and password where the node asks for them", async () => {
    await using node = await startScriptedNode(withPassword);
    const session = await cql.connect(targetOf(node.port, { user: "ann", password: "s3crét" }));
    session.close();
    await expect(session.closed).resolves.toMatchObject({ kind: "cancelled" });
  });

  it("resolves the host's name", async () => {
    await using node = await startScriptedNode(() => undefined);
    const session = await cql.connect(targetOf(node.port, { host: "localhost" }));
    session.close();
  });
});

describe("a refused login", () => {
  it("with a wrong password names the login and does not repeat the password", async () => {
    const failure = await failureWith(withPassword, { user: "ann", password: "wrong-one" });
    expect(failure).toMatchObject({ hop: "cql login", kind: "authentication refused" });
    expect(JSON.stringify(failure)).not.toContain("wrong-one");
  });

  it("without a user given asks for one", async () => {
    const failure = await failureWith(withPassword);
    expect(failure).toMatchObject({
      hop: "cql login",
      kind: "authentication refused",
      said: password,
    });
  });

  it("for want of replicas of system_auth is not taken for a wrong password", async () => {
    const failure = await failureWith(
      (request, reply) => {
        if (request.kind !== "auth response") return withPassword(request, reply);
        const message =
          "Unable to perform authentication: Cannot achieve consistency level LOCAL_QUORUM";
        reply.send({ kind: "error", error: { kind: "bad credentials", message } });
      },
      { user: "ann", password: "s3crét" },
    );
    expect(failure).toMatchObject({ hop: "cql login", kind: "server error" });
  });
});

describe("a failed connection", () => {
  it("to a port where nothing listens was refused at the hop tcp", async () => {
    const gone = await startScriptedNode(() => undefined);
    await gone[Symbol.asyncDispose]();
    const failure = await failureOf(targetOf(gone.port));
    expect(failure).toMatchObject({
      hop: "tcp",
      kind: "connection refused",
      node: `127.0.0.1:${gone.port}`,
    });
  });

  it("to a name that does not exist fails at the hop dns", async () => {
    const failure = await failureOf(targetOf(9042, { host: "no-such-node.invalid" }));
    expect(failure).toMatchObject({
      hop: "dns",
      kind: "name not found",
      node: "no-such-node.invalid",
    });
  });

  it("to a node that takes the connection and never answers ends in its time", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    try {
      await new Promise((resolve) => silent.once("listening", resolve));
      const { port } = silent.address() as AddressInfo;
      const started = performance.now();
      const failure = await failureOf(targetOf(port, { connectTimeoutMs: 150 }));
      expect(failure).toMatchObject({ hop: "cql connect", kind: "no answer" });
      expect(performance.now() - started).toBeLessThan(3000);
    } finally {
      silent.close();
    }
  });

  it("to a node that never answers the login names the login", async () => {
    const failure = await failureWith(
      (request, reply) => {
        if (request.kind === "startup") withPassword(request, reply);
      },
      { user: "ann", password: "s3crét", connectTimeoutMs: 150 },
    );
    expect(failure).toMatchObject({ hop: "cql login", kind: "no answer" });
  });

  it("that is stopped by its owner says so", async () => {
    await using node = await startScriptedNode((request, reply) => {
      if (request.kind === "startup") owner.abort();
      else reply.hangUp();
    });
    const owner = new AbortController();
    const failure = await failureOf(targetOf(node.port), owner.signal);
    expect(failure.kind).toBe("cancelled");
    expect((await failureOf(targetOf(node.port), AbortSignal.abort())).kind).toBe("cancelled");
  });
});

describe("a failed handshake", () => {
  it("with a node that does not know protocol 4 names the version", async () => {
    // Cassandra 2.1 answers in its own version, 3.
    const text = "Invalid or unsupported protocol version: 4";
    const body = Buffer.concat([Buffer.from([0, 0, 0, 10, 0, text.length]), Buffer.from(text)]);
    const head = Buffer.from([0x83, 0, 0, 0, 0, 0, 0, 0, body.length]);
    const failure = await failureWith((_request, reply) => reply.raw(Buffer.concat([head, body])));
    expect(failure).toMatchObject({ hop: "cql connect", kind: "handshake failed", said: text });
    expect(failure.next).toContain("2.2");
  });

  it.each([
    [
      "something else than CQL",
      (reply: { raw(bytes: Uint8Array): void }) =>
        reply.raw(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")),
    ],
    [
      "half an answer and then nothing more",
      (reply: { raw(bytes: Uint8Array): void; hangUp(): void }) => {
        reply.raw(new Uint8Array([0x84, 0, 0]));
        reply.hangUp();
      },
    ],
    ["the end of the connection", (reply: { hangUp(): void }) => reply.hangUp()],
  ] as const)(
    "with %s asks whether this is the CQL port and whether it wants TLS",
    async (_what, act) => {
      const failure = await failureWith((_request, reply) => act(reply));
      expect(failure).toMatchObject({ hop: "cql connect", kind: "handshake failed" });
      expect(failure.next).toMatch(/CQL port.*TLS/);
    },
  );

  it("with a node that refuses for a reason of its own repeats the reason", async () => {
    const failure = await failureWith((_request, reply) =>
      reply.send({ kind: "error", error: { kind: "bootstrapping", message: "not yet" } }),
    );
    expect(failure).toMatchObject({ hop: "cql connect", kind: "server error", said: "not yet" });
  });
});
