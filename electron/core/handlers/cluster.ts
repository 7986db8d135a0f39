/** The contract's `cluster`: sessions are opened, followed and closed. */
import { implement } from "@orpc/server";
import { contract } from "../../../shared/contract/contract.ts";
import type { HostDeps } from "../host-deps.ts";
import type { OpenSessions } from "../open-sessions.ts";
import { practiceName } from "../practice-profile.ts";
import type { Session } from "../session.ts";
import { findTarget, missingSecret } from "../target-profile.ts";

export interface ClusterWorld {
  readonly deps: HostDeps;
  readonly sessions: OpenSessions;
  /** The open session. @throws the contract's NOT_FOUND */
  sessionOf(profile: string): Session;
  /** Why the session of a profile must stay open, if so. */
  busy(profile: string): string | undefined;
}

export function clusterHandlers({ deps, sessions, sessionOf, busy }: ClusterWorld) {
  const api = implement(contract).cluster;
  return {
    open: api.open.handler(async ({ input, errors }) => {
      const name = input.profile;
      if (sessions.get(name) !== undefined) return { name };
      const target = await findTarget(deps, name, input.secrets);
      if (target === undefined) {
        const message =
          name === practiceName
            ? "There is no practice cluster yet. Start it first."
            : `There is no profile named ${name}. Choose one of the list, or write cql://host:port.`;
        throw errors.NOT_FOUND({ message, data: { what: name } });
      }
      const missing = missingSecret(target.profile, target.secrets);
      if (missing !== undefined)
        throw errors.NEEDS_SECRET({ message: `${missing.question} is needed.`, data: missing });
      const refused = await sessions.open(target);
      if (refused !== undefined)
        throw errors.REFUSED({ message: refused.heldBy, data: { reasons: [refused.heldBy] } });
      return { name };
    }),
    close: api.close.handler(async ({ input, errors }) => {
      const why = busy(input.profile);
      if (why !== undefined) throw errors.REFUSED({ message: why, data: { reasons: [why] } });
      return { closed: await sessions.close(input.profile) };
    }),
    next: api.next.handler(({ input, signal }) =>
      sessionOf(input.profile).next(input.after, signal),
    ),
    lookNow: api.lookNow.handler(async ({ input }) => {
      await sessionOf(input.profile).lookNow();
      return { asked: true };
    }),
    series: api.series.handler(({ input, errors }) => {
      if (input.toMs <= input.fromMs) {
        const message = "The end of the time span must lie after its begin.";
        throw errors.BAD_INPUT({ message, data: { problems: [message] } });
      }
      return sessionOf(input.profile).series(input.fromMs, input.toMs, input.points);
    }),
    raws: api.raws.handler(({ input }) => [...sessionOf(input.profile).raws(input.node)]),
    raw: api.raw.handler(({ input, errors }) => {
      const raw = sessionOf(input.profile).raw(input.key);
      if (raw === undefined) {
        throw errors.NOT_FOUND({
          message: `The raw text ${input.key} is not kept any more.`,
          data: { what: input.key },
        });
      }
      return raw;
    }),
  };
}
