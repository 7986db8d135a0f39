/**
 * The browser's line: one WebSocket to the same origin. A lost socket is opened again with growing waits; calls made
 * meanwhile wait for it, calls that were under way fail, because nobody knows whether they arrived.
 */
import type { ClientContext, ClientLink, ClientOptions } from "@orpc/client";
import { RPCLink } from "@orpc/client/websocket";
import { retryDelayMs, type LineStore } from "./line.ts";

/** Asks the server for this protocol; the token rides behind it because a page can set no other header. */
export function socketProtocols(token: string | undefined): string[] {
  return token === undefined ? ["ringdrill"] : [`ringdrill.${token}`];
}

/** `ws://127.0.0.1:4711/rpc` for a page at `http://127.0.0.1:4711/`. */
export function socketAddress(page: string): string {
  const url = new URL("rpc", page);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  url.search = "";
  return url.href;
}

/** A link that always calls over the newest socket. It lives as long as the page. */
export function createSocketLink(
  address: string,
  token: string | undefined,
  line: LineStore,
): ClientLink<ClientContext> {
  let attempt = 0;
  let everOpen = false;
  let current = Promise.withResolvers<RPCLink<ClientContext>>();

  const open = (): void => {
    const socket = new WebSocket(address, socketProtocols(token));
    const link = new RPCLink({ websocket: socket });
    socket.addEventListener("open", () => {
      attempt = 0;
      everOpen = true;
      line.set({ kind: "open", since: Date.now() });
      current.resolve(link);
    });
    socket.addEventListener("close", () => {
      const before = line.get();
      const retryInMs = retryDelayMs(attempt);
      attempt += 1;
      // A fresh promise only if the old one was used up: callers may still wait on it.
      if (before.kind === "open") current = Promise.withResolvers<RPCLink<ClientContext>>();
      line.set({
        kind: "lost",
        since: before.kind === "lost" ? before.since : Date.now(),
        why: everOpen ? "lost" : token === undefined ? "no token" : "refused",
        retryAt: Date.now() + retryInMs,
      });
      setTimeout(open, retryInMs);
    });
  };
  open();

  return {
    call: async (path: readonly string[], input: unknown, options: ClientOptions<ClientContext>) =>
      (await current.promise).call(path, input, options),
  };
}
