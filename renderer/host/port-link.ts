/** The desktop's line: a message port that the preload passes on. Only a message from this very window is taken. */
import type { ClientContext, ClientLink, ClientOptions } from "@orpc/client";
import { RPCLink } from "@orpc/client/message-port";
import type { LineStore } from "./line.ts";

/** What the preload exposes; `connect` makes the main process send a fresh port. */
export interface DesktopBridge {
  connect(): void;
}

/** A link over the port that arrives after `bridge.connect()`. */
export function createPortLink(
  bridge: DesktopBridge,
  scope: Window,
  line: LineStore,
): ClientLink<ClientContext> {
  const link = new Promise<RPCLink<ClientContext>>((resolve) => {
    const take = (event: MessageEvent): void => {
      const port = event.ports[0];
      if (event.source !== scope || event.data !== "ringdrill-port" || port === undefined) return;
      scope.removeEventListener("message", take);
      port.addEventListener("close", () => {
        line.set({ kind: "lost", since: Date.now(), why: "lost", retryAt: undefined });
      });
      const made = new RPCLink({ port });
      port.start();
      line.set({ kind: "open", since: Date.now() });
      resolve(made);
    };
    scope.addEventListener("message", take);
  });
  bridge.connect();
  return {
    call: async (path: readonly string[], input: unknown, options: ClientOptions<ClientContext>) =>
      (await link).call(path, input, options),
  };
}
