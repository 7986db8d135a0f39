/** The contract's `profiles`. */
import { implement } from "@orpc/server";
import { contract, type HopStep, type ProfileRow } from "../../../shared/contract/contract.ts";
import { testProfile } from "../connect-test/test-profile.ts";
import type { HostDeps } from "../host-deps.ts";
import type { HostKeyQueue } from "../host-key-queue.ts";
import type { OpenSessions } from "../open-sessions.ts";
import { practiceName, practicePlaceholder } from "../practice-profile.ts";
import { streamOf } from "../stream-of.ts";

export interface ProfilesWorld {
  readonly deps: HostDeps;
  readonly sessions: OpenSessions;
  readonly hostKeys: HostKeyQueue;
  /** Number of drills of a profile that were begun and not closed. */
  unfinished(profile: string): Promise<number>;
}

export function profileHandlers({ deps, sessions, hostKeys, unfinished }: ProfilesWorld) {
  const api = implement(contract).profiles;
  return {
    list: api.list.handler(async () => {
      const { profiles, problems } = await deps.profiles.list();
      const looks = await deps.store.lastLooks().catch(() => new Map<string, never>());
      const practice = await deps.practice.access().catch(() => undefined);
      const own = profiles.filter((profile) => profile.name !== practiceName);
      const rows = [practice?.profile ?? practicePlaceholder, ...own].map(
        async (profile): Promise<ProfileRow> => ({
          profile,
          practice: profile.name === practiceName,
          open: sessions.get(profile.name) !== undefined,
          lastLook: looks.get(profile.name) ?? null,
          unfinished: await unfinished(profile.name).catch(() => 0),
        }),
      );
      return { rows: await Promise.all(rows), problems: [...problems, ...deps.store.problems()] };
    }),
    save: api.save.handler(async ({ input, errors }) => {
      const { profile, replaces } = input;
      const bad = (message: string) => errors.BAD_INPUT({ message, data: { problems: [message] } });
      if ([profile.name, replaces].includes(practiceName)) {
        throw bad("The name practice belongs to the practice cluster. Choose another one.");
      }
      const { profiles } = await deps.profiles.list();
      if (profile.name !== replaces && profiles.some((other) => other.name === profile.name)) {
        throw bad(
          `There is a profile named ${profile.name} already. Choose another name, or edit that one.`,
        );
      }
      try {
        await deps.profiles.save(profile, replaces);
      } catch (error) {
        const why = `The profile was not saved: ${error instanceof Error ? error.message : String(error)}`;
        throw errors.UNAVAILABLE({ message: why, data: { why } });
      }
      // An open session goes on with what it was opened with; it is closed so that the next one has the new settings.
      await sessions.close(replaces ?? profile.name);
      return { name: profile.name };
    }),
    remove: api.remove.handler(async ({ input }) => {
      await sessions.close(input.name);
      const removed = await deps.profiles.remove(input.name);
      if (removed) {
        deps.store.forget(input.name);
        await deps.secrets.remove(input.name).catch(() => undefined);
      }
      return { removed };
    }),
    test: api.test.handler(async function* ({ input, signal }) {
      const world = { ...deps, random: () => deps.random(), decideHostKey: hostKeys.decide };
      yield* streamOf<HopStep>(
        (push, ended) => testProfile(world, input.profile, input.secrets, push, ended),
        signal,
      );
    }),
    keepSecrets: api.keepSecrets.handler(async ({ input, errors }) => {
      if (!deps.secrets.canKeep) {
        const why =
          "This host has no keychain: secrets are asked for at each connection, or read from the environment.";
        throw errors.UNAVAILABLE({ message: why, data: { why } });
      }
      await deps.secrets.put(input.name, input.secrets);
      return { kept: true };
    }),
  };
}
