/**
 * The browser host: the built screens over HTTP and the contract over a WebSocket, on loopback only.
 * Whoever has the token may open several tabs: they are one person, and all of them see the same host.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { RPCHandler } from "@orpc/server/ws";
import { WebSocketServer } from "ws";
import type { Host } from "../core/host.ts";
import { admit } from "./admission.ts";
import { answerPage } from "./answer-page.ts";

export interface WebHost {
  /** Address with the token in its fragment: the fragment never leaves the browser. */
  readonly url: string;
  readonly port: number;
  /** Ends every socket and stops listening; calls under way are aborted. */
  readonly close: () => Promise<void>;
}

/** Tabs of one person; a page that opens sockets without end is stopped here. */
const mostSockets = 32;

/** The token of one run of the host: 192 random bits, compared in constant time. */
function newToken(): { readonly text: string; readonly matches: (given: string) => boolean } {
  const text = randomBytes(24).toString("base64url");
  const digest = (of: string) => createHash("sha256").update(of).digest();
  return { text, matches: (given) => timingSafeEqual(digest(given), digest(text)) };
}

function refuse(socket: { end(text: string): unknown }, why: string): void {
  const body = `${why}\n`;
  socket.end(
    `HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/**
 * Serves `host` to browsers of this machine.
 * @param screens folder of the built screens (`dist/renderer`).
 * @param port 0 takes a free one. @throws the listen error when the port is in use
 */
export async function startWebHost(
  host: Pick<Host, "router">,
  screens: string,
  port: number,
): Promise<WebHost> {
  const token = newToken();
  let bound = 0;
  const http = createServer((request, response) => {
    void answerPage(screens, bound, request).then(({ status, headers, body }) => {
      response.writeHead(status, { ...headers, "Content-Length": body.length });
      response.end(request.method === "HEAD" ? undefined : body);
    });
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1_024 * 1_024,
    handleProtocols: (offered) =>
      [...offered].find((each) => each.startsWith("ringdrill.")) ?? false,
  });
  const handler = new RPCHandler(host.router);
  http.on("upgrade", (request, socket, head) => {
    // A peer that resets must not end the host: Node leaves these errors to us from here on.
    socket.on("error", () => socket.destroy());
    const admission = admit(
      {
        host: request.headers.host,
        origin: request.headers.origin,
        protocols: request.headers["sec-websocket-protocol"],
      },
      bound,
      token.matches,
    );
    if ("refused" in admission) {
      refuse(socket, admission.refused);
      return;
    }
    if (request.url !== "/rpc") return refuse(socket, "no such door");
    if (sockets.clients.size >= mostSockets) return refuse(socket, "too many open pages");
    sockets.handleUpgrade(request, socket, head, (ws) => {
      // A frame that breaks the protocol ends its own socket and nothing else.
      ws.on("error", () => ws.terminate());
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
    url: `http://127.0.0.1:${bound}/#token=${token.text}`,
    port: bound,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      const closed = new Promise<void>((resolve) => {
        http.close(() => resolve());
      });
      http.closeAllConnections();
      await closed;
    },
  };
}
