/** The contract over one message port. Only JSON text crosses, as on the WebSocket, so both transports are equal. */
import { RPCHandler } from "@orpc/server/message-port";
import type { Host } from "../core/host.ts";

/** What Electron's MessagePortMain and Node's MessagePort have in common. */
export interface HostPort {
  on(event: "message" | "close", listener: (event?: unknown) => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
}

/** The text of a message: Electron gives an event with `data`, Node the value itself. */
function textOf(message: unknown): string | undefined {
  const data =
    typeof message === "object" && message !== null && "data" in message ? message.data : message;
  return typeof data === "string" ? data : undefined;
}

/** Whether it has the form of a message of the protocol: an object with an id. Anything else is not answered. */
function isProtocol(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "i" in value;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Serves `router` on `port` until its other end is closed; calls under way are aborted then. */
export function servePort(router: Host["router"], port: HostPort): void {
  new RPCHandler(router).upgrade(
    {
      on: (event: string, listener: (event?: { readonly data: unknown }) => void) => {
        if (event === "close") port.on("close", () => listener());
        else {
          port.on("message", (message) => {
            const data = textOf(message);
            if (data !== undefined && isProtocol(data)) listener({ data });
          });
        }
      },
      postMessage: (data: unknown) => port.postMessage(data),
    } as Parameters<RPCHandler<Record<never, never>>["upgrade"]>[0],
    { context: {} },
  );
  port.start();
}
