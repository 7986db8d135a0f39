/** The contract's `reports`: made from runs' folders alone; only `verify` also asks cluster and node for their copies. */
import { ORPCError, implement } from "@orpc/server";
import { contract } from "../../../shared/contract/contract.ts";
import type { RunReports } from "../deps.ts";
import { headCopies } from "../drill/head-copies.ts";
import type { Session } from "../session.ts";

/** A folder that is no run's, or cannot be read or written, is bad input with a sentence. */
async function typed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ORPCError("BAD_INPUT", {
      defined: true,
      status: 400,
      message,
      data: { problems: [message] },
    });
  }
}

/** @param openSession the session of a profile, undefined when it is not open */
export function reportHandlers(
  reports: RunReports,
  openSession: (profile: string) => Session | undefined,
) {
  const api = implement(contract).reports;
  return {
    list: api.list.handler(() => reports.list()),
    get: api.get.handler(({ input }) => typed(() => reports.get(input.folder))),
    html: api.html.handler(({ input }) =>
      typed(async () => ({ html: await reports.html(input.folder) })),
    ),
    verify: api.verify.handler(({ input }) =>
      typed(async () => {
        const { plan } = await reports.get(input.folder);
        const copies = await headCopies(openSession(plan.target.profile), plan);
        return reports.verify(input.folder, copies);
      }),
    ),
    export: api.export.handler(({ input }) =>
      typed(async () => ({ files: await reports.export(input.folder, input.into, input.forms) })),
    ),
  };
}
