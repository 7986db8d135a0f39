/** The contract's `app`. */
import { implement } from "@orpc/server";
import { contract } from "../../../shared/contract/contract.ts";
import type { HostDeps } from "../host-deps.ts";

export function appHandlers(deps: HostDeps) {
  const api = implement(contract).app;
  return {
    info: api.info.handler(() => {
      const { notice } = deps.info;
      const sentences = [...(notice === null ? [] : [notice]), ...deps.store.problems()];
      return {
        ...deps.info,
        notice: sentences.length === 0 ? null : sentences.join(" "),
        canKeepSecrets: deps.secrets.canKeep,
      };
    }),
  };
}
