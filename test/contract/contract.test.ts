/** One suite for every way to the host. */
import { describe } from "vitest";
import { answersAreTheSame } from "./answers.ts";
import { theLineIsTheSame } from "./end-of-line.ts";
import { inMemory, overPort, overSocket } from "./line.ts";
import { liveStateIsTheSame } from "./live-state.ts";

const ways = [
  ["over a message port", overPort],
  ["over a WebSocket", overSocket],
] as const;

describe.each([["in memory", inMemory] as const, ...ways])("the contract %s", (_way, connect) => {
  answersAreTheSame(connect);
  liveStateIsTheSame(connect);
});

describe.each(ways)("the contract %s", (_way, connect) => theLineIsTheSame(connect));
