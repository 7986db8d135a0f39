import type { Socket } from "node:net";
import { decodeRequest } from "../../../shared/cql/decode-request.ts";
import { writeResponse } from "../../../shared/cql/encode-response.ts";
import { FrameReader } from "../../../shared/cql/frame-reader.ts";
import { protocolVersion, type Frame } from "../../../shared/cql/frame.ts";
import { MalformedCql } from "../../../shared/cql/malformed.ts";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import type { CqlEvent, CqlResponse } from "../../../shared/cql/response.ts";
import { CqlServerError } from "../../../shared/cql/server-error.ts";
import type { CqlRow } from "../../../shared/cql/value.ts";
import { WireWriter } from "../../../shared/cql/wire-writer.ts";
import type { ModelNode } from "../../../shared/model/node/model-node.ts";
import { detailOf } from "../../../shared/model/query/error-detail.ts";
import type { QueryEngine } from "../../../shared/model/query/query-engine.ts";
import { logIn } from "./logins.ts";
import type { PreparedIds } from "./prepared-ids.ts";

export interface CqlService {
  readonly node: ModelNode;
  readonly engine: QueryEngine;
  readonly prepared: PreparedIds;
}

const mostFrameBytes = 16 * 2 ** 20;
const authenticator = "org.apache.cassandra.auth.PasswordAuthenticator";

/** One client's connection: protocol version 4, login by SASL PLAIN, then queries. */
export class CqlConnection {
  readonly #service: CqlService;
  readonly #socket: Socket;
  #stage: "startup" | "authenticating" | "ready" = "startup";
  #keyspace: string | undefined;
  #user: string | undefined;
  #options: ReadonlyMap<string, string> = new Map();
  #events = new Set<string>();
  #requests = 0;
  #unsent: WireWriter | undefined;

  constructor(service: CqlService, socket: Socket) {
    this.#service = service;
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    const reader = new FrameReader("requests", (frame) => this.#take(frame), mostFrameBytes);
    socket.on("data", (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        if (!(error instanceof MalformedCql)) throw error;
        this.#refuse(0, error.message);
      }
    });
  }

  /** Its row in system_views.clients. */
  row(): CqlRow {
    return {
      address: this.#socket.remoteAddress ?? "127.0.0.1",
      port: this.#socket.remotePort ?? 0,
      connection_stage: this.#stage,
      driver_name: this.#options.get("DRIVER_NAME") ?? null,
      driver_version: this.#options.get("DRIVER_VERSION") ?? null,
      hostname: this.#socket.remoteAddress ?? null,
      protocol_version: protocolVersion,
      request_count: BigInt(this.#requests),
      ssl_cipher_suite: null,
      ssl_enabled: false,
      ssl_protocol: null,
      username: this.#user ?? "anonymous",
    };
  }

  /** Tells the client, if it asked for events of this kind. */
  tell(event: CqlEvent): void {
    if (this.#events.has(event.kind.replace(" ", "_").toUpperCase())) {
      this.#answer(-1, { kind: "event", event });
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(frame: Frame): void {
    this.#requests++;
    this.#service.node.counters.did("Native-Transport-Requests");
    if (frame.version !== protocolVersion) {
      const text = `Invalid or unsupported protocol version (${frame.version}); supported versions are (4/v4)`;
      return this.#refuse(frame.stream, text);
    }
    try {
      this.#serve(frame.stream, decodeRequest(frame));
    } catch (error) {
      if (error instanceof MalformedCql) this.#refuse(frame.stream, error.message);
      else if (error instanceof CqlServerError)
        this.#answer(frame.stream, { kind: "error", error: detailOf(error) });
      else throw error;
    }
  }

  #serve(stream: number, request: CqlRequest): void {
    if (request.kind === "options") {
      const options = new Map([
        ["CQL_VERSION", ["3.4.7"]],
        ["COMPRESSION", []],
        ["PROTOCOL_VERSIONS", ["4/v4"]],
      ]);
      return this.#answer(stream, { kind: "supported", options });
    }
    if (this.#stage !== "ready") return this.#begin(stream, request);
    const { engine, prepared } = this.#service;
    const done = (response: CqlResponse): void => {
      if (response.kind === "set keyspace") this.#keyspace = response.keyspace;
      this.#answer(stream, response);
    };
    switch (request.kind) {
      case "query": {
        const { prepared: statement } = prepared.add(request.cql, this.#keyspace);
        return engine.execute(statement, request.parameters, this.#keyspace, done);
      }
      case "prepare": {
        const { id, prepared: statement } = prepared.add(request.cql, this.#keyspace);
        const { binds, partitionKey, columns } = statement;
        return done({ kind: "prepared", prepared: { id, binds, partitionKey, columns } });
      }
      case "execute": {
        const statement = prepared.find(request.id);
        if (statement !== undefined)
          return engine.execute(statement, request.parameters, this.#keyspace, done);
        const hex = Buffer.from(request.id).toString("hex");
        return done({
          kind: "error",
          error: {
            kind: "unprepared",
            message: `Prepared query with ID ${hex} not found (either the query was not prepared on this host (maybe the host has been restarted?) or you have prepared too many queries and it has been evicted from the internal cache)`,
            unpreparedId: new Uint8Array(request.id),
          },
        });
      }
      case "register":
        for (const event of request.events) this.#events.add(event);
        return done({ kind: "ready" });
      case "batch":
        throw new CqlServerError({
          kind: "invalid",
          message: "The simulated cluster does not know this: BATCH",
        });
      case "startup":
      case "auth response":
        return this.#refuse(stream, `Unexpected message ${request.kind.toUpperCase()}`);
    }
  }

  /** Startup and login. */
  #begin(stream: number, request: CqlRequest): void {
    if (this.#stage === "startup" && request.kind === "startup") {
      if (request.options.has("COMPRESSION"))
        return this.#refuse(stream, "Unknown compression algorithm: none is offered");
      this.#options = request.options;
      this.#stage = "authenticating";
      return this.#answer(stream, { kind: "authenticate", authenticator });
    }
    if (this.#stage === "authenticating" && request.kind === "auth response") {
      return logIn(this.#service.node, request.token, (login) => {
        if (!login.ok) return this.#answer(stream, { kind: "error", error: login.error });
        this.#stage = "ready";
        this.#user = login.user;
        this.#answer(stream, { kind: "auth success", token: null });
      });
    }
    this.#refuse(
      stream,
      `Unexpected message ${request.kind.toUpperCase()}, expecting ${this.#stage === "startup" ? "STARTUP or OPTIONS" : "AUTH_RESPONSE"}`,
    );
  }

  /** A protocol error; the connection is of no more use. */
  #refuse(stream: number, message: string): void {
    this.#answer(stream, { kind: "error", error: { kind: "protocol", message } });
    this.#flush();
    this.#socket.end();
  }

  /** Answers of one moment go out as one piece. */
  #answer(stream: number, response: CqlResponse): void {
    if (this.#unsent === undefined) {
      this.#unsent = new WireWriter(1_024);
      setImmediate(() => this.#flush());
    }
    writeResponse(this.#unsent, stream, response);
  }

  #flush(): void {
    const unsent = this.#unsent;
    this.#unsent = undefined;
    if (unsent !== undefined && this.#socket.writable) this.#socket.write(unsent.written());
  }
}
