/** Finds the host this page belongs to and gives a typed client for it. */
import { createORPCClient } from "@orpc/client";
import type { HostClient } from "../../shared/contract/client.ts";
import { createLine, type LineStore } from "./line.ts";
import { createPortLink, type DesktopBridge } from "./port-link.ts";
import { createSocketLink, socketAddress } from "./socket-link.ts";
import { takeToken } from "./token.ts";

declare global {
  interface Window {
    readonly ringdrill?: DesktopBridge;
  }
}

export interface Connection {
  readonly client: HostClient;
  readonly line: LineStore;
}

/** In the window over its message port, in a browser over a WebSocket with the token of its address. */
export function connect(scope: Window & typeof globalThis): Connection {
  const line = createLine(Date.now());
  if (scope.ringdrill !== undefined) {
    const client: HostClient = createORPCClient(createPortLink(scope.ringdrill, scope, line));
    return { client, line };
  }
  const token = takeToken(scope.location, scope.history, scope.sessionStorage);
  const client: HostClient = createORPCClient(
    createSocketLink(socketAddress(scope.location.href), token, line),
  );
  return { client, line };
}
