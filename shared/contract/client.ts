/** The host as a caller sees it, over any transport. */
import type { ContractRouterClient } from "@orpc/contract";
import type { Contract } from "./contract.ts";

export type HostClient = ContractRouterClient<Contract>;
