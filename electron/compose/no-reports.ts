/** The contract's `reports` while no reports are built in: each call says so. */
import { implement } from "@orpc/server";
import { contract } from "../../shared/contract/contract.ts";

const why = "This build has no reports.";

export function noReports() {
  const api = implement(contract).reports;
  const data = { message: why, data: { why } };
  return {
    list: api.list.handler(() => []),
    get: api.get.handler(({ errors }) => {
      throw errors.UNAVAILABLE(data);
    }),
    html: api.html.handler(({ errors }) => {
      throw errors.UNAVAILABLE(data);
    }),
    verify: api.verify.handler(({ errors }) => {
      throw errors.UNAVAILABLE(data);
    }),
    export: api.export.handler(({ errors }) => {
      throw errors.UNAVAILABLE(data);
    }),
  };
}
