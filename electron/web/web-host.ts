/** The browser host: the built screens over HTTP and the contract over a WebSocket, on loopback only. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { RPCHandler } from "@orpc/server/ws";
import { WebSocketServer } from "ws";
import { screenHeaders } from "../../shared/security/content-security-policy.ts";
import { screenFile } from "../../shared/security/screen-file.ts";
import type { Host } from "../core/host.ts";
import { admit, hostAllowed } from "./admission.ts";

export interface WebHost {
  /** Address with the token in its fragment: the fragment never leaves the browser. */
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Serves `host` to browsers of this machine.
 * @param screens folder of the built screens (`dist/renderer`).
 * @param port 0 takes a free one. @throws the listen error when the port is in use
 */
export async function startWebHost(host: Host, screens: string, port: number): Promise<WebHost> {
  const token = randomBytes(24).toString("base64url");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const tokenMatches = (given: string) => timingSafeEqual(digest(given), digest(token));
  let bound = 0;
  const http = createServer((request, response) => {
    void answer(request, response, screens, bound);
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1_024 * 1_024,
    handleProtocols: (offered) =>
      [...offered].find((each) => each.startsWith("ringdrill.")) ?? false,
  });
  const handler = new RPCHandler(host.router);
  http.on("upgrade", (request, socket, head) => {
    const admission = admit(
      {
        host: request.headers.host,
        origin: request.headers.origin,
        protocols: request.headers["sec-websocket-protocol"],
      },
      bound,
      tokenMatches,
    );
    if (request.url !== "/rpc" || "refused" in admission) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      void handler.upgrade(ws, { context: {} });
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, "127.0.0.1", resolve);
  });
  const address = http.address();
  bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/#token=${token}`,
    port: bound,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
      });
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  screens: string,
  port: number,
): Promise<void> {
  const headers = screenHeaders([`ws://127.0.0.1:${port}`, `ws://localhost:${port}`]);
  const end = (status: number, text: string) => {
    response
      .writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8" })
      .end(text);
  };
  if (!hostAllowed(request.headers.host, port))
    return end(403, "Ringdrill answers to its own address only.");
  if (request.method !== "GET" && request.method !== "HEAD") return end(405, "Only GET.");
  const file = screenFile(new URL(request.url ?? "/", `http://127.0.0.1:${port}`).pathname);
  if (file === undefined) return end(404, "No such page.");
  try {
    const body = await readFile(join(screens, file.path));
    response.writeHead(200, {
      ...headers,
      "Content-Type": file.contentType,
      "Content-Length": body.length,
    });
    response.end(request.method === "HEAD" ? undefined : body);
  } catch (error) {
    end(
      404,
      error instanceof Error && "code" in error && error.code === "ENOENT"
        ? "No such page."
        : "That file cannot be read.",
    );
  }
}
