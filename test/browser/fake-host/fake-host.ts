/** The built screens and the fake contract on a port of this machine, with the policy of the real host. */
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join, normalize } from "node:path";
import { RPCHandler } from "@orpc/server/ws";
import { WebSocketServer } from "ws";
import { screenHeaders } from "../../../shared/security/content-security-policy.ts";
import { fakeRouter } from "./fake-router.ts";
import type { FakeState } from "./fake-state.ts";

export interface FakeHost {
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Ends every socket, as a host that dies does. New ones are taken again. */
  readonly dropSockets: () => void;
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};
const token = "fake-token";
const policy = screenHeaders([]);

/** @param screens folder of the built screens. */
export async function startFakeHost(
  screens: string,
  state: FakeState,
  port = 0,
): Promise<FakeHost> {
  const handler = new RPCHandler(fakeRouter(state));
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) =>
      offered.has(`ringdrill.${token}`) ? `ringdrill.${token}` : false,
  });
  const file = async (path: string, response: ServerResponse): Promise<void> => {
    const name = path === "/" ? "index.html" : normalize(path).replace(/^\/+/, "");
    try {
      const body = await readFile(join(screens, name));
      response
        .writeHead(200, {
          ...policy,
          "Content-Type": types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  };
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    void file(url.pathname, response);
  });
  http.on("upgrade", (request, socket, head) => {
    if (request.headers["sec-websocket-protocol"] !== `ringdrill.${token}`) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => void handler.upgrade(ws));
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const address = http.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/#token=${token}`,
    dropSockets: () => {
      for (const client of sockets.clients) client.terminate();
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}
