import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { TlsOptions } from "node:tls";
import { decodeRequest } from "../../../shared/cql/decode-request.ts";
import { writeResponse } from "../../../shared/cql/encode-response.ts";
import { FrameReader } from "../../../shared/cql/frame-reader.ts";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import type { CqlResponse } from "../../../shared/cql/response.ts";
import { WireWriter } from "../../../shared/cql/wire-writer.ts";

/** How a scripted node can answer one request. */
export interface Reply {
  readonly stream: number;
  send(response: CqlResponse): void;
  /** Any bytes at all. */
  raw(bytes: Uint8Array): void;
  /** Closes the connection. */
  hangUp(): void;
}

/** Answers a request, or leaves it unanswered; STARTUP is answered with READY when the script does nothing with it. */
export type Script = (request: CqlRequest, reply: Reply) => void;

export interface ScriptedNode extends AsyncDisposable {
  readonly port: number;
  /** What it was asked, in order. */
  readonly requests: readonly CqlRequest[];
  /** Pieces of network input in which the requests came. */
  readonly chunks: number;
}

/** A CQL server on a port of 127.0.0.1 that does what a test tells it to. */
export async function startScriptedNode(script: Script, tls?: TlsOptions): Promise<ScriptedNode> {
  const sockets = new Set<Socket>();
  const requests: CqlRequest[] = [];
  let chunks = 0;
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    const reader = new FrameReader("requests", (frame) => {
      const request = decodeRequest(frame);
      requests.push(request);
      answer(script, request, replyOn(socket, frame.stream));
    });
    socket.on("data", (chunk: Buffer) => {
      chunks++;
      try {
        reader.push(chunk);
      } catch {
        socket.destroy();
      }
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on("tlsClientError", () => undefined);
  await listening(server);
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get chunks() {
      return chunks;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await promise;
    },
  };
}

function answer(script: Script, request: CqlRequest, reply: Reply): void {
  let touched = false;
  const watched: Reply = {
    stream: reply.stream,
    send: (response) => ((touched = true), reply.send(response)),
    raw: (bytes) => ((touched = true), reply.raw(bytes)),
    hangUp: () => ((touched = true), reply.hangUp()),
  };
  script(request, watched);
  if (!touched && request.kind === "startup") reply.send({ kind: "ready" });
}

function replyOn(socket: Socket, stream: number): Reply {
  return {
    stream,
    send(response) {
      const writer = new WireWriter();
      writeResponse(writer, stream, response);
      socket.write(writer.written());
    },
    raw: (bytes) => void socket.write(bytes),
    hangUp: () => void socket.end(),
  };
}

async function listening(server: Server): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(0, "127.0.0.1", resolve);
  await promise;
}
