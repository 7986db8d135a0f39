/** The three ways to the host: in memory, over a message port as in the window, over a WebSocket as in the browser. */
import { once } from "node:events";
import { MessageChannel } from "node:worker_threads";
import { createORPCClient } from "@orpc/client";
import { RPCLink as PortLink } from "@orpc/client/message-port";
import { RPCLink as SocketLink } from "@orpc/client/websocket";
import { createRouterClient } from "@orpc/server";
import { WebSocket } from "ws";
import type { Host } from "../../electron/core/host.ts";
import { servePort } from "../../electron/desktop/serve-port.ts";
import { startWebHost } from "../../electron/web/web-host.ts";
import type { HostClient } from "../../shared/contract/client.ts";

export interface Line {
  readonly client: HostClient;
  /** The caller leaves: its window or tab is closed. */
  readonly leave: () => void;
  /** The host ends. */
  readonly end: () => Promise<void>;
  /** What crossed, both ways; undefined where nothing does. */
  readonly crossed?: readonly unknown[];
  /** Puts a message on the line as it is, past the client. */
  readonly post?: (message: unknown) => void;
}

export type Connect = (router: Host["router"]) => Promise<Line>;

/** As the command line calls: plain functions. */
export const inMemory: Connect = (router) =>
  Promise.resolve({
    client: createRouterClient(router, { context: {} }),
    leave: () => undefined,
    end: () => Promise.resolve(),
  });

/** As the window calls. Node's message channel stands for Electron's. */
export const overPort: Connect = (router) => {
  const { port1, port2 } = new MessageChannel();
  const crossed: unknown[] = [];
  for (const port of [port1, port2]) {
    const post = port.postMessage.bind(port);
    port.postMessage = (message: unknown) => {
      crossed.push(message);
      post(message);
    };
  }
  servePort(router, port1 as unknown as Parameters<typeof servePort>[1]);
  const client: HostClient = createORPCClient(new PortLink({ port: port2 as never }));
  port2.start();
  return Promise.resolve({
    client,
    leave: () => port2.close(),
    end: () => Promise.resolve(port1.close()),
    crossed,
    post: (message) => port2.postMessage(message),
  });
};

/** As the browser calls: the real browser host, a real socket, token and Origin. */
export const overSocket: Connect = async (router) => {
  const web = await startWebHost({ router }, "/nowhere", 0);
  const { origin, host, hash } = new URL(web.url);
  const token = hash.slice("#token=".length);
  const socket = new WebSocket(`ws://${host}/rpc`, [`ringdrill.${token}`], { origin });
  await once(socket, "open");
  const crossed: unknown[] = [];
  const send = socket.send.bind(socket) as (data: unknown) => void;
  socket.send = (data: unknown) => {
    crossed.push(data);
    send(data);
  };
  socket.addEventListener("message", ({ data }) => crossed.push(data));
  return {
    client: createORPCClient(new SocketLink({ websocket: socket as never })),
    leave: () => socket.close(),
    end: web.close,
    crossed,
    post: (message) => socket.send(String(message)),
  };
};
