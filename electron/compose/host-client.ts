/** A host as a client of itself, without a transport: for what a host does on its own. */
import { createRouterClient } from "@orpc/server";
import type { HostClient } from "../../shared/contract/client.ts";
import type { Host } from "../core/host.ts";

/** Calls the handlers in this process. */
export function clientOf({ router }: Pick<Host, "router">): HostClient {
  return createRouterClient(router, { context: {} });
}
