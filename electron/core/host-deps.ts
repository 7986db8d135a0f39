/** What a host needs of the world. */
import type { AppInfo } from "../../shared/contract/contract.ts";
import type { PracticeCluster, ProfileFiles, SecretStore, SessionLocks } from "./deps.ts";
import type { SessionDeps } from "./session/session-deps.ts";

export interface HostDeps extends Omit<SessionDeps, "decideHostKey"> {
  readonly profiles: ProfileFiles;
  readonly secrets: SecretStore;
  readonly locks: SessionLocks;
  readonly practice: PracticeCluster;
  readonly info: Omit<AppInfo, "canKeepSecrets">;
}
