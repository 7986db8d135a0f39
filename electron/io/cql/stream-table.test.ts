import { describe, expect, it } from "vitest";
import { StreamTable } from "./stream-table.ts";

const request = (deadlineMs = 1000) => ({
  resolve: () => undefined,
  reject: () => undefined,
  deadlineMs,
  options: { hop: "cql query", timeoutMs: 1 } as const,
});

describe("the stream ids of a connection", () => {
  it("are 0 to 32,767, and then there are no more until an answer comes", () => {
    const table = new StreamTable();
    const ids = Array.from({ length: 32_768 }, () => table.add(request()));
    expect([ids[0], ids.at(-1), new Set(ids).size]).toEqual([0, 32_767, 32_768]);
    expect(table.add(request())).toBeUndefined();
    table.take(77);
    expect(table.add(request())).toBe(77);
    expect(table.add(request())).toBeUndefined();
  });

  it("belong to the request that took them, once", () => {
    const table = new StreamTable();
    const asked = request();
    const id = table.add(asked) ?? expect.unreachable();
    expect(table.take(id)).toBe(asked);
    expect(table.take(id)).toBeUndefined();
    expect([table.take(5), table.take(-1), table.take(40_000)]).toEqual(Array(3));
  });

  it("stay taken after their request was given up, until the answer", () => {
    const table = new StreamTable();
    const [hasty, patient] = [request(10), request(20)];
    const id = table.add(hasty) ?? expect.unreachable();
    table.add(patient);
    expect(table.giveUp(10)).toEqual([hasty]);
    expect(table.giveUp(10)).toEqual([]);
    expect(table.earliestDeadlineMs()).toBe(20);
    expect(table.add(request(30))).toBe(2);
    expect(table.take(id)).toBe("given up");
    expect(table.add(request(30))).toBe(id);
  });

  it("are all given back when the connection ends, but what was given up has nobody to tell", () => {
    const table = new StreamTable();
    const patient = request(20);
    table.add(request(10));
    table.add(patient);
    table.giveUp(10);
    expect(table.clear()).toEqual([patient]);
    expect(table.earliestDeadlineMs()).toBeUndefined();
  });
});
