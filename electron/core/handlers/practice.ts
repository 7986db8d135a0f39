/** The contract's `practice`. */
import { implement } from "@orpc/server";
import { contract } from "../../../shared/contract/contract.ts";
import type { Progress } from "../../../shared/contract/practice.ts";
import type { HostDeps } from "../host-deps.ts";
import type { OpenSessions } from "../open-sessions.ts";
import { practiceName } from "../practice-profile.ts";
import { streamOf } from "../stream-of.ts";

export function practiceHandlers(
  deps: HostDeps,
  sessions: OpenSessions,
  busy: (profile: string) => string | undefined,
) {
  const api = implement(contract).practice;
  const { practice } = deps;
  const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  return {
    status: api.status.handler(async ({ errors }) => {
      try {
        return await practice.status();
      } catch (error) {
        throw errors.UNAVAILABLE({ message: why(error), data: { why: why(error) } });
      }
    }),
    up: api.up.handler(async function* ({ input, errors, signal }) {
      try {
        yield* streamOf<Progress>((push, ended) => practice.up(input, push, ended), signal);
      } catch (error) {
        throw errors.UNAVAILABLE({ message: why(error), data: { why: why(error) } });
      }
      // It may have come up elsewhere than where an open session looks for it.
      const session = sessions.get(practiceName);
      const access = await practice.access();
      if (
        session !== undefined &&
        session.profile.contactPoints.join() !== access?.profile.contactPoints.join()
      ) {
        await sessions.close(practiceName);
      }
    }),
    down: api.down.handler(async ({ errors }) => {
      const reason = busy(practiceName);
      if (reason !== undefined)
        throw errors.REFUSED({ message: reason, data: { reasons: [reason] } });
      try {
        await sessions.close(practiceName);
        await practice.down();
        return await practice.status();
      } catch (error) {
        throw errors.UNAVAILABLE({ message: why(error), data: { why: why(error) } });
      }
    }),
    reset: api.reset.handler(async ({ errors }) => {
      const reason = busy(practiceName);
      if (reason !== undefined)
        throw errors.REFUSED({ message: reason, data: { reasons: [reason] } });
      try {
        await sessions.close(practiceName);
        await practice.reset();
        return await practice.status();
      } catch (error) {
        throw errors.UNAVAILABLE({ message: why(error), data: { why: why(error) } });
      }
    }),
  };
}
