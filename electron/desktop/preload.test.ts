/** What a page gets of Electron: one function without arguments, and one port when it called it. */
import { beforeEach, describe, expect, it, vi } from "vitest";

const seen = vi.hoisted(() => ({
  exposed: [] as [name: string, value: Record<string, (...args: unknown[]) => unknown>][],
  sent: [] as unknown[][],
  heard: new Map<string, (event: unknown, ...args: unknown[]) => void>(),
}));

vi.mock("electron", () => ({
  contextBridge: {
    exposeInMainWorld: (
      name: string,
      value: Record<string, (...args: unknown[]) => unknown>,
    ): void => {
      seen.exposed.push([name, value]);
    },
  },
  ipcRenderer: {
    on: (channel: string, listener: (event: unknown) => void) => seen.heard.set(channel, listener),
    send: (...args: unknown[]) => seen.sent.push(args),
  },
}));

const posted: unknown[][] = [];
beforeEach(async () => {
  vi.stubGlobal("window", {
    location: { origin: "ringdrill://app" },
    postMessage: (...args: unknown[]) => posted.push(args),
  });
  await import("./preload.ts");
  return () => vi.unstubAllGlobals();
});

describe("the preload", () => {
  it("exposes exactly one function, which passes on nothing that it is given", () => {
    expect(seen.exposed.map(([name, value]) => [name, Object.keys(value)])).toEqual([
      ["ringdrill", ["connect"]],
    ]);
    const answer = seen.exposed[0]?.[1]["connect"]?.("other-channel", { secret: 1 });
    expect(answer).toBeUndefined();
    expect(seen.sent).toEqual([["ringdrill-connect"]]);
  });

  it("hands over the port to our own origin, and neither the event nor anything else", () => {
    expect([...seen.heard.keys()]).toEqual(["ringdrill-port"]);
    seen.heard.get("ringdrill-port")?.({ ports: ["port"], sender: "ipcRenderer" }, "argument");
    expect(posted).toEqual([["ringdrill-port", "ringdrill://app", ["port"]]]);
  });
});
