/** The host's client for components, with TanStack Query's options made from the contract. */
import type { RouterUtils } from "@orpc/tanstack-query";
import { createContext, useContext } from "react";
import type { HostClient } from "../../shared/contract/client.ts";
import type { Connection } from "../host/connect.ts";

export interface Host extends Connection {
  readonly queries: RouterUtils<HostClient>;
}

export const HostContext = createContext<Host | undefined>(undefined);

/** The host of this page. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error("HostContext is missing above this component");
  return host;
}
