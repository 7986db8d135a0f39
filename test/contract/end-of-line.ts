/** What happens when the line between caller and host ends, or something is on it that does not belong there. */
import { safe } from "@orpc/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Connect, Line } from "./line.ts";
import { scriptedHost } from "./scripted-router.ts";
import { endlessStart, openQuestion } from "./without-end.ts";

/** Registers the tests. In memory there is no line, so they are for the others. */
export function theLineIsTheSame(connect: Connect): void {
  let line: Line | undefined;
  afterEach(async () => {
    line?.leave();
    await line?.end();
    line = undefined;
  });
  const open = async (...script: Parameters<typeof scriptedHost>) => {
    const host = scriptedHost(...script);
    line = await connect(host.router);
    return { ...host, client: line.client, line };
  };

  describe("the line", () => {
    it("a call that was aborted before it began never reaches the host", async () => {
      const { answers, begun } = openQuestion();
      const { client } = await open(answers);
      const { error } = await safe(
        client.hostKeys.next({ after: 0 }, { signal: AbortSignal.abort() }),
      );
      expect(error).toBeInstanceOf(Error);
      expect(await Promise.race([begun, client.app.info().then(() => "not begun")])).toBe(
        "not begun",
      );
    });

    it("when the caller leaves, what is pending fails and its handlers are told", async () => {
      const { begun, answers } = openQuestion();
      const { client, line: own } = await open(answers);
      const call = safe(client.hostKeys.next({ after: 0 }));
      const signal = await begun;
      own.leave();
      expect((await call).error).toBeInstanceOf(Error);
      await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    });

    it("when the host ends, what is pending fails, iterators as well", async () => {
      const { begun, answers } = openQuestion();
      const { practice } = endlessStart();
      const { client, line: own } = await open(answers, { practice });
      const call = safe(client.hostKeys.next({ after: 0 }));
      const steps = (await client.practice.up({}))[Symbol.asyncIterator]();
      await steps.next();
      const step = safe(steps.next());
      await begun;
      await own.end();
      expect((await call).error).toBeInstanceOf(Error);
      expect((await step).error).toBeInstanceOf(Error);
    });

    it("all that crosses is JSON text", async () => {
      const { practice } = endlessStart();
      const { client, line: own } = await open({}, { practice });
      await client.profiles.list();
      await safe(client.cluster.open({ profile: "nowhere" }));
      for await (const step of await client.practice.up({})) {
        expect(step.doing).toBe("starting");
        break;
      }
      expect(own.crossed?.length).toBeGreaterThan(6);
      for (const each of own.crossed ?? []) {
        expect(typeof each).toBe("string");
        // Nothing that JSON cannot say was described beside it either.
        const message = JSON.parse(String(each)) as { p?: { b?: { meta?: unknown[] } } };
        expect(message.p?.b?.meta ?? []).toEqual([]);
      }
    });

    it("what is no message of the protocol is passed over, and the host goes on", async () => {
      const wrong: unknown[] = [];
      const note = (error: unknown) => wrong.push(error);
      process.on("unhandledRejection", note);
      const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const { client, line: own } = await open();
      for (const text of ["", "{", "null", "[]", "7", '"x"', "{}"]) own.post?.(text);
      expect((await client.app.info()).version).toBe("1");
      process.off("unhandledRejection", note);
      said.mockRestore();
      expect(wrong).toEqual([]);
    });
  });
}
