/** What lasts: pulled state, event iterators and their end; every way to the host must do it alike. */
import { safe } from "@orpc/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Progress } from "../../shared/contract/practice.ts";
import { profile } from "../fixtures/core/fake-host.ts";
import type { Connect, Line } from "./line.ts";
import { scriptedHost } from "./scripted-router.ts";
import { endlessStart, openQuestion } from "./without-end.ts";

/** Registers the tests. */
export function liveStateIsTheSame(connect: Connect): void {
  let line: Line | undefined;
  let settle: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await settle?.();
    settle = undefined;
    line?.leave();
    await line?.end();
    line = undefined;
  });
  const open = async (...script: Parameters<typeof scriptedHost>) => {
    const host = scriptedHost(...script);
    line = await connect(host.router);
    return { ...host, client: line.client, line };
  };

  describe("pulled state", () => {
    it("next waits until there is something newer, and then answers with it", async () => {
      const { client, clock, host } = await open();
      settle = async () => {
        const closing = host.close();
        await clock.advance(60_000);
        await closing;
      };
      await client.cluster.open({ profile: "east" });
      await clock.advance(12_000);
      const first = await client.cluster.next({ profile: "east", after: 0 });
      expect(first.nodes).toHaveLength(3);

      const begun = clock.now();
      let answeredAt: number | undefined;
      const pending = client.cluster.next({ profile: "east", after: first.seq }).then((view) => {
        answeredAt = clock.now();
        return view;
      });
      // Nothing is new yet: another question is answered, this one is not.
      await client.app.info();
      expect(answeredAt).toBeUndefined();
      await vi.waitFor(async () => {
        await clock.advance(1_000);
        expect(answeredAt).toBeDefined();
      });
      const second = await pending;
      expect(second.seq).toBeGreaterThan(first.seq);
      expect((answeredAt ?? 0) - begun).toBeLessThanOrEqual(26_000);
    });

    it("an abort of the caller reaches the handler, and the caller does not wait", async () => {
      const { begun, answers } = openQuestion();
      const { client } = await open(answers);
      const controller = new AbortController();
      const call = safe(client.hostKeys.next({ after: 0 }, { signal: controller.signal }));
      const signal = await begun;
      expect(signal?.aborted).toBe(false);
      controller.abort();
      expect((await call).error).toBeInstanceOf(Error);
      await vi.waitFor(() => expect(signal?.aborted).toBe(true));
      expect((await client.app.info()).version).toBe("1");
    });
  });

  describe("event iterators", () => {
    it("a connection test tells its hops in order, and ends", async () => {
      const { client, clock } = await open();
      const steps: string[] = [];
      const done = (async () => {
        const hops = await client.profiles.test({ profile, secrets: {} });
        for await (const step of hops) steps.push(`${step.node} ${step.hop} ${step.state}`);
      })();
      let over = false;
      void done.finally(() => (over = true));
      await vi.waitFor(async () => {
        await clock.advance(1_000);
        expect(over).toBe(true);
      });
      await done;
      expect(steps.length).toBeGreaterThan(6);
      for (const step of steps.filter((each) => each.endsWith(" ok"))) {
        const running = step.replace(/ ok$/, " running");
        expect(steps.indexOf(running), step).toBeLessThan(steps.indexOf(step));
      }
    });

    it("a thousand steps arrive each once and in order", async () => {
      const { client } = await open(
        {},
        {
          practice: {
            up: async (_options, onProgress) => {
              for (let done = 0; done < 1_000; done++) {
                onProgress({ doing: `step ${done}`, done, of: 1_000, remainingMs: null });
                if (done % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
              }
            },
          },
        },
      );
      const seen: Progress[] = [];
      for await (const step of await client.practice.up({})) seen.push(step);
      expect(seen.map((step) => step.done)).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    });

    it("steps arrive as they happen, not at the end", async () => {
      const go = Promise.withResolvers<void>();
      const { client } = await open(
        {},
        {
          practice: {
            up: async (_options, onProgress) => {
              onProgress({ doing: "first", done: 0, of: 2, remainingMs: null });
              await go.promise;
              onProgress({ doing: "second", done: 1, of: 2, remainingMs: null });
            },
          },
        },
      );
      const steps = (await client.practice.up({}))[Symbol.asyncIterator]();
      expect((await steps.next()).value).toMatchObject({ doing: "first" });
      go.resolve();
      expect((await steps.next()).value).toMatchObject({ doing: "second" });
      expect((await steps.next()).done).toBe(true);
    });

    it("an error after some steps is typed, and the steps are there", async () => {
      const { client } = await open(
        {},
        {
          practice: {
            up: (_options, onProgress) => {
              onProgress({ doing: "fetching", done: 0, of: 1, remainingMs: null });
              return Promise.reject(new Error("Port 9042 is taken."));
            },
          },
        },
      );
      const seen: string[] = [];
      const { error } = await safe(
        (async () => {
          for await (const step of await client.practice.up({})) seen.push(step.doing);
        })(),
      );
      expect(seen).toEqual(["fetching"]);
      expect(error).toMatchObject({
        code: "UNAVAILABLE",
        message: "Port 9042 is taken.",
        data: { why: "Port 9042 is taken." },
      });
    });

    it("leaving the loop ends the work", async () => {
      const { ended, practice } = endlessStart();
      const { client } = await open({}, { practice });
      for await (const step of await client.practice.up({})) {
        expect(step.doing).toBe("starting");
        break;
      }
      await ended;
    });

    it("an abort ends the work and the loop", async () => {
      const { ended, practice } = endlessStart();
      const { client } = await open({}, { practice });
      const controller = new AbortController();
      const loop = safe(
        (async () => {
          const steps = await client.practice.up({}, { signal: controller.signal });
          for await (const step of steps) if (step.doing === "starting") controller.abort();
        })(),
      );
      await ended;
      await loop;
    });
  });
}
