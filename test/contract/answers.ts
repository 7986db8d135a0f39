/** One answer to one question: what every way to the host must do alike. */
import { isDefinedError, safe } from "@orpc/client";
import { implement } from "@orpc/server";
import { afterEach, describe, expect, it } from "vitest";
import { contract, type HopStep } from "../../shared/contract/contract.ts";
import { allUp, someView } from "../fixtures/core/some-view.ts";
import { profile } from "../fixtures/core/fake-host.ts";
import type { Connect, Line } from "./line.ts";
import { scriptedHost } from "./scripted-router.ts";

const api = implement(contract);

const failure: NonNullable<HopStep["failure"]> = {
  hop: "host key",
  kind: "host key changed",
  node: "10.0.0.1",
  message: "The host key of 10.0.0.1 has changed.",
  next: "Ask who changed it.",
  said: "SHA256:a\nSHA256:b",
};

const raw = (key: string, text: string) => ({
  key,
  node: "n",
  what: "df",
  at: 1,
  tookMs: 2,
  exit: "0",
  text,
  truncated: false,
});

/** Registers the tests. */
export function answersAreTheSame(connect: Connect): void {
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

  describe("answers", () => {
    it("a question is answered by the real host", async () => {
      const { client } = await open();
      expect(await client.app.info()).toEqual({
        version: "1",
        host: "command line",
        dataFolder: "/d",
        notice: null,
        startTarget: null,
        canKeepSecrets: false,
      });
      const { rows, problems } = await client.profiles.list();
      expect(rows.map((row) => row.profile.name)).toEqual(["practice", "east"]);
      expect(problems).toEqual(["broken.json: half a file"]);
    });

    it("questions under way at once are kept apart, whichever is answered first", async () => {
      const gates = new Map<string, PromiseWithResolvers<void>>();
      const all = Promise.withResolvers<void>();
      const { client } = await open({
        cluster: {
          raw: api.cluster.raw.handler(async ({ input }) => {
            const gate = Promise.withResolvers<void>();
            gates.set(input.key, gate);
            if (gates.size === 3) all.resolve();
            await gate.promise;
            return raw(input.key, `text of ${input.key}`);
          }),
        },
      });
      const order: string[] = [];
      const asked = ["a", "b", "c"].map(async (key) => {
        const answer = await client.cluster.raw({ profile: "east", key });
        order.push(key);
        return answer.text;
      });
      await all.promise;
      // While they wait, another question is answered.
      expect((await client.app.info()).version).toBe("1");
      for (const key of ["c", "a", "b"]) {
        gates.get(key)?.resolve();
        await asked[["a", "b", "c"].indexOf(key)];
      }
      expect(await Promise.all(asked)).toEqual(["text of a", "text of b", "text of c"]);
      expect(order).toEqual(["c", "a", "b"]);
    });

    it("a view of 1 MB crosses whole", async () => {
      const view = someView(allUp);
      const big = {
        ...view,
        events: Array.from({ length: 9_000 }, (_, i) => ({
          at: i,
          node: `id-${i % 3}`,
          kind: "GC pause",
          text: `a pause of ${i} ms, and a sentence that takes its room: ${"µ".repeat(40)}`,
        })),
      };
      expect(JSON.stringify(big).length).toBeGreaterThan(1_000_000);
      const { client } = await open({ cluster: { next: api.cluster.next.handler(() => big) } });
      expect(await client.cluster.next({ profile: "east", after: 0 })).toEqual(big);
    });

    it("text of any script, and text that means something to JSON, HTML or a terminal, arrives as it was", async () => {
      const { client } = await open({
        cluster: { raw: api.cluster.raw.handler(({ input }) => raw(input.key, input.key)) },
      });
      for (const text of [
        "Zürich Ω 日本語 🦊 👩‍👩‍👧",
        "\u202eright to left\u202c \u2028 \u2029 \ufeff",
        "\0\u0001\u001b[31m\u007f\r\n\t",
        `"'\\</script>{"json":[],"meta":[[0]]}`,
        "\ud800 half a pair",
        "",
      ]) {
        const answer = await client.cluster.raw({ profile: "east", key: text });
        expect([answer.key, answer.text]).toEqual([text, text]);
      }
    });

    it("what is absent is absent, and null is null", async () => {
      const { client, saved } = await open();
      await client.profiles.save({
        profile: { ...profile, name: "west", ssh: null, environment: null, cql: profile.cql },
      });
      expect(Object.hasOwn(saved.get("west")?.cql ?? {}, "user")).toBe(false);
      const { rows } = await client.profiles.list();
      const west = rows.find((row) => row.profile.name === "west");
      expect(west?.profile).toEqual({ ...profile, name: "west", ssh: null, environment: null });
      expect(west?.lastLook).toBeNull();
    });
  });

  describe("errors", () => {
    it("each typed error keeps its code, sentence and data", async () => {
      const given = {
        BAD_INPUT: { problems: ["a", "b"] },
        NOT_FOUND: { what: "east" },
        FAILED: failure,
        REFUSED: { reasons: ["A drill runs."] },
        NEEDS_SECRET: { which: "sshPassphrase", question: "Passphrase of ~/.ssh/id?" },
        UNAVAILABLE: { why: "no Java 17" },
      } as const;
      const { client } = await open({
        cluster: {
          lookNow: api.cluster.lookNow.handler(({ input, errors }) => {
            const code = input.profile as keyof typeof given;
            const make = errors[code] as (options: { message: string; data: unknown }) => Error;
            throw make({ message: `Sentence of ${code}: Zürich.`, data: given[code] });
          }),
        },
      });
      for (const [code, data] of Object.entries(given)) {
        const { error } = await safe(client.cluster.lookNow({ profile: code }));
        expect(isDefinedError(error), code).toBe(true);
        expect(error).toMatchObject({ code, message: `Sentence of ${code}: Zürich.`, data });
      }
    });

    it("an error of the real host is typed as well", async () => {
      const { client } = await open();
      const { error } = await safe(client.cluster.open({ profile: "nowhere" }));
      expect(isDefinedError(error)).toBe(true);
      expect(error).toMatchObject({ code: "NOT_FOUND", data: { what: "nowhere" } });
    });

    it("bad input is refused by the schema before a handler sees it", async () => {
      let handled = 0;
      const { client } = await open({
        cluster: {
          series: api.cluster.series.handler(() => {
            handled++;
            return { at: [], nodes: [] };
          }),
        },
      });
      const good = { profile: "east", fromMs: 0, toMs: 1, points: 10 };
      for (const bad of [
        { ...good, points: 9 },
        { ...good, points: 10.5 },
        { ...good, fromMs: "0" },
        { ...good, profile: undefined },
        {},
        null,
        "text",
      ]) {
        const { error } = await safe(client.cluster.series(bad as typeof good));
        expect(error, JSON.stringify(bad)).toMatchObject({ code: "BAD_REQUEST", status: 400 });
      }
      expect(handled).toBe(0);
      await client.cluster.series(good);
      expect(handled).toBe(1);
    });

    it("a figure that is no number never leaves the host", async () => {
      let points = Number.NaN;
      const { client } = await open({
        cluster: {
          series: api.cluster.series.handler(() => ({
            at: [1],
            nodes: [{ key: "n", address: "a", lanes: { gcPauseMs: [points] } as never }],
          })),
        },
      });
      const ask = () => client.cluster.series({ profile: "east", fromMs: 0, toMs: 1, points: 10 });
      for (points of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const { error } = await safe(ask());
        expect(error).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
      }
    });
  });
}
