/** The host's contract as plain functions, in this process. */
import type { ContractRouterClient } from "@orpc/contract";
import type { Contract } from "../../shared/contract/contract.ts";

export type Client = ContractRouterClient<Contract>;

export interface CommandWorld {
  /** Opens the host on first use; closed by whoever made the world. */
  client(): Promise<Client>;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly interrupted: AbortSignal;
  /** Environment variables, for secrets that must not stand on a command line. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}
