/** The contract's `drills`: each call finds its session and hands over to the drills of this host. */
import { ORPCError, implement } from "@orpc/server";
import { contract } from "../../../shared/contract/contract.ts";
import { catalogue } from "../../../shared/drill/catalogue.ts";
import { DrillRefused, type Drills } from "../drill/drills.ts";
import type { Session } from "../session.ts";

/** The open session of a profile. @throws a NOT_FOUND error of the contract when it is not open */
export type FindSession = (profile: string) => Session;

/** A refusal as the contract's typed error; anything else as it came. */
async function typed<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DrillRefused)) throw error;
    const message = error.reasons.join("\n");
    if (error.kind === "bad input")
      throw new ORPCError("BAD_INPUT", {
        defined: true,
        status: 400,
        message,
        data: { problems: [...error.reasons] },
      });
    if (error.kind === "not found")
      throw new ORPCError("NOT_FOUND", {
        defined: true,
        status: 404,
        message,
        data: { what: message },
      });
    throw new ORPCError("REFUSED", {
      defined: true,
      status: 409,
      message,
      data: { reasons: [...error.reasons] },
    });
  }
}

export function drillHandlers(drills: Drills, sessionOf: FindSession) {
  const api = implement(contract).drills;
  return {
    catalogue: api.catalogue.handler(() =>
      catalogue.map(
        ({ id, name, simulates, rollbackClass, rollbackWords, destructive, defaults }) => ({
          id,
          name,
          simulates,
          rollbackClass,
          rollbackWords,
          destructive,
          defaults: { ...defaults },
        }),
      ),
    ),
    plan: api.plan.handler(({ input }) =>
      typed(() => drills.plan(sessionOf(input.profile), input.request)),
    ),
    start: api.start.handler(({ input }) =>
      typed(() =>
        drills.start(
          sessionOf(input.profile),
          input.request,
          {
            yes: input.yes === true,
            confirmCluster: input.confirmCluster,
            approvedBy: input.approvedBy,
          },
          input.reportDir,
        ),
      ),
    ),
    active: api.active.handler(() => {
      const runId = drills.active();
      return runId === undefined ? null : { runId };
    }),
    next: api.next.handler(({ input, signal }) =>
      typed(() => drills.next(input.runId, input.after, signal)),
    ),
    stop: api.stop.handler(({ input }) =>
      typed(() => drills.stop(input.runId, "a person", "Stop was asked for.")),
    ),
    scan: api.scan.handler(async ({ input }) => [
      ...(await typed(() => drills.scan(sessionOf(input.profile)))),
    ]),
    resume: api.resume.handler(({ input }) =>
      typed(() => drills.resume(sessionOf(input.profile), input.runId)),
    ),
    rollback: api.rollback.handler(
      async ({ input }) =>
        (await typed(() => drills.rollback(sessionOf(input.profile), input.runId))) ?? null,
    ),
  };
}
