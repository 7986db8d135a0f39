/** The host: the whole contract put together, one handler file a job. Drills and reports are plugged in. */
import { implement, ORPCError, type Router } from "@orpc/server";
import { contract, type Contract } from "../../shared/contract/contract.ts";
import { appHandlers } from "./handlers/app.ts";
import { clusterHandlers } from "./handlers/cluster.ts";
import { hostKeyHandlers } from "./handlers/host-keys.ts";
import { practiceHandlers } from "./handlers/practice.ts";
import { profileHandlers } from "./handlers/profiles.ts";
import type { HostDeps } from "./host-deps.ts";
import { HostKeyQueue } from "./host-key-queue.ts";
import { OpenSessions } from "./open-sessions.ts";
import type { Session } from "./session.ts";

/** What the other jobs give the host. */
export interface HostParts {
  readonly drills: Router<Contract["drills"], Record<never, never>>;
  readonly reports: Router<Contract["reports"], Record<never, never>>;
  /** Number of drills of a profile that were begun and not closed. */
  unfinished(profile: string): Promise<number>;
  /** Why the session of a profile must stay open now, in a sentence. */
  busy(profile: string): string | undefined;
}

export type Host = ReturnType<typeof createHost>;

export interface SessionFinder {
  /** @throws the contract's NOT_FOUND when the profile is not open */
  readonly sessionOf: (profile: string) => Session;
  /** Undefined when it is not open. */
  readonly open: (profile: string) => Session | undefined;
}

/** @param parts gets the finder of open sessions */
export function createHost(deps: HostDeps, parts: (find: SessionFinder) => HostParts) {
  const hostKeys = new HostKeyQueue(deps.clock);
  const sessions = new OpenSessions(deps, hostKeys);
  const sessionOf = (profile: string): Session => {
    const session = sessions.get(profile);
    if (session !== undefined) return session;
    const message = `${profile} is not open. Connect to it first.`;
    throw new ORPCError("NOT_FOUND", {
      defined: true,
      status: 404,
      message,
      data: { what: profile },
    });
  };
  const { drills, reports, unfinished, busy } = parts({
    sessionOf,
    open: (profile) => sessions.get(profile),
  });
  const router = implement(contract).router({
    app: appHandlers(deps),
    profiles: profileHandlers({ deps, sessions, hostKeys, unfinished }),
    hostKeys: hostKeyHandlers(hostKeys),
    practice: practiceHandlers(deps, sessions, busy),
    cluster: clusterHandlers({ deps, sessions, sessionOf, busy }),
    drills,
    reports,
  });
  return {
    router,
    /** Ends every session. Drills are ended before, by whoever made them. */
    close: async (): Promise<void> => {
      hostKeys.close();
      await sessions.closeAll();
    },
  };
}
