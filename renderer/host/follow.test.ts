import { expect, test } from "vitest";
import { follow } from "./follow.ts";

const soon = async (): Promise<void> => {};

test("each question names the last state that was drawn", async () => {
  const asked: number[] = [];
  const stop = new AbortController();
  await follow(
    {
      ask: async (after) => {
        asked.push(after);
        return { seq: after + 7 };
      },
      onValue: (value) => {
        if (value.seq === 21) stop.abort();
      },
      onError: () => "stop",
      drawn: soon,
      pause: soon,
    },
    stop.signal,
  );
  expect(asked).toEqual([0, 7, 14]);
});

test("after an error the next question starts from the beginning, with growing pauses", async () => {
  const stop = new AbortController();
  const asked: number[] = [];
  const pauses: number[] = [];
  const answers: (number | Error)[] = [5, new Error("line lost"), new Error("line lost"), 9];
  await follow(
    {
      ask: async (after) => {
        asked.push(after);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        return { seq: answer ?? 0 };
      },
      onValue: () => {
        if (answers.length === 0) stop.abort();
      },
      onError: () => "again",
      drawn: soon,
      pause: async (attempt) => void pauses.push(attempt),
    },
    stop.signal,
  );
  expect(asked).toEqual([0, 5, 0, 0]);
  expect(pauses).toEqual([0, 1]);
});

test("an error that cannot be mended ends the following", async () => {
  let asked = 0;
  await follow(
    {
      ask: () => {
        asked += 1;
        return Promise.reject(new Error("no such run"));
      },
      onValue: () => {},
      onError: () => "stop",
      drawn: soon,
      pause: soon,
    },
    new AbortController().signal,
  );
  expect(asked).toBe(1);
});
