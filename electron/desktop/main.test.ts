/** The desktop's entry, started on an Electron that only writes down what it is told. */
import { EventEmitter, once } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  fakeElectron,
  fakeRealHost,
  newWorld,
  type DesktopWorld,
} from "../../test/fixtures/desktop/fake-electron.ts";
import { privilegedScheme } from "./app-protocol.ts";
import { windowOptions } from "./window-options.ts";

const now = vi.hoisted(() => ({ world: undefined as unknown as DesktopWorld }));
let world: DesktopWorld;

vi.mock("electron", () => fakeElectron(() => now.world));
vi.mock("../compose/real-host.ts", () => ({
  createRealHost: (options: unknown) => fakeRealHost(now.world, options),
}));
vi.mock("../practice/supervisor.ts", () => {
  now.world.supervisors++;
  return {};
});

const argv = [...process.argv];

beforeEach(() => {
  vi.resetModules();
  world = now.world = newWorld();
  process.argv = ["/opt/Ringdrill/ringdrill"];
  return () => {
    process.argv = argv;
  };
});

/** Starts the entry and waits until `what` was said. */
async function start(until = "loads ringdrill://app/"): Promise<readonly string[]> {
  await import("./main.ts");
  world.ready.resolve();
  await vi.waitFor(() => expect(world.said).toContain(until));
  return world.said;
}

const scheme = `schemes ${JSON.stringify([privilegedScheme])}`;

describe("the start of the desktop application", () => {
  it("sandbox and scheme come before ready, guards and screens before the window", async () => {
    await import("./main.ts");
    expect(world.said).toEqual(["sandbox", scheme, "waits for ready"]);
    await start();
    expect(world.said).toEqual([
      "sandbox",
      scheme,
      "waits for ready",
      "permission requests guarded",
      "permission checks guarded",
      "devices guarded",
      "serves ringdrill",
      expect.stringContaining("host"),
      "window made",
      "window opener set",
      "loads ringdrill://app/",
    ]);
  });

  it("the window gets exactly the options that the test of the options vouches for", async () => {
    await start();
    expect(world.windows).toHaveLength(1);
    const options = world.windows[0]?.options;
    const preload = options?.webPreferences.preload ?? "";
    expect(options).toEqual(windowOptions(preload));
    expect(preload).toMatch(/\/electron\/desktop\/preload\.cjs$/);
  });

  it("the window shows once it is drawn, and every web contents is guarded", async () => {
    await start();
    const [window] = world.windows;
    expect(world.said).not.toContain("shown");
    window?.emit("ready-to-show");
    expect(world.said).toContain("shown");
    for (const name of ["will-navigate", "will-frame-navigate", "will-redirect"])
      expect(window?.webContents.listenerCount(name), name).toBe(1);
    expect(window?.webContents.listenerCount("will-attach-webview")).toBe(1);
  });

  it("a second start ends itself, and the first one's window comes forward", async () => {
    world.firstInstance = false;
    await import("./main.ts");
    expect(world.said).toEqual(["sandbox", scheme, "quits"]);
  });

  it("when somebody starts it again, the window comes forward", async () => {
    await start();
    world.app.emit("second-instance");
    expect(world.said.slice(-2)).toEqual(["restored", "focused"]);
  });

  it("a host that cannot be made is said in a box, and the application ends", async () => {
    world.failStart = new Error("/home/u/.config/ringdrill cannot be written.");
    await start("exit 1");
    expect(world.said).toContain(
      "Ringdrill cannot start: /home/u/.config/ringdrill cannot be written.",
    );
    expect(world.windows).toHaveLength(0);
  });

  it("as the practice cluster's supervisor it opens nothing", async () => {
    process.argv = [
      "/opt/Ringdrill/ringdrill",
      "/opt/Ringdrill/resources/app.asar/dist/node/supervisor.cjs",
      "/home/u/practice",
    ];
    await import("./main.ts");
    await vi.waitFor(() => expect(world.supervisors).toBe(1));
    expect(world.said).toEqual([]);
  });
});

describe("a page that asks for its port", () => {
  const page = "ringdrill://app/index.html";

  it("gets one when it is ours and the main frame", async () => {
    await start();
    const postMessage = vi.fn();
    world.ipc.emit("ringdrill-connect", {
      senderFrame: { url: page, parent: null, postMessage },
    });
    expect(postMessage).toHaveBeenCalledWith("ringdrill-port", null, ["the page's end"]);
    expect(world.said).toContain("port started");
  });

  it.each([
    ["another scheme", { url: "https://app/", parent: null }],
    ["a file", { url: "file:///app/index.html", parent: null }],
    ["another host", { url: "ringdrill://other/", parent: null }],
    ["a frame in our page", { url: page, parent: {} }],
    ["a frame that is gone", null],
  ])("gets nothing from %s", async (_what, frame) => {
    await start();
    const postMessage = vi.fn();
    world.ipc.emit("ringdrill-connect", {
      senderFrame: frame === null ? null : { ...frame, postMessage },
    });
    expect(postMessage).not.toHaveBeenCalled();
    expect(world.said).not.toContain("port started");
  });

  it("is heard on one channel only", async () => {
    await start();
    expect(world.ipc.eventNames()).toEqual(["ringdrill-connect"]);
  });
});

describe("the end of the desktop application", () => {
  it("waits until the running drill is rolled back and closed, however often quit is asked for", async () => {
    await start();
    world.app.emit("window-all-closed");
    world.app.emit("before-quit", { preventDefault: () => world.said.push("second quit waits") });
    expect(world.said.slice(-3)).toEqual(["drills closing", "quit waits", "second quit waits"]);
    world.closeDrills.resolve();
    await vi.waitFor(() => expect(world.said).toContain("quits"));
    expect(world.said.slice(-3)).toEqual(["drills closed", "host closed", "quits"]);
    expect(world.app.quits).toBe(2);
  });

  it("comes even when the host cannot be closed", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await start();
    world.closeDrills.reject(new Error("the store's thread ended"));
    world.app.emit("window-all-closed");
    await vi.waitFor(() => expect(world.said).toContain("quits"));
    expect(told).toHaveBeenCalledWith("Ringdrill: the store's thread ended");
    told.mockRestore();
  });

  it("when the computer goes to sleep, the drill is stopped now", async () => {
    await start();
    world.power.emit("suspend");
    expect(world.said.at(-1)).toBe("stop the drill: The computer goes to sleep.");
  });
});

describe("--with-practice", () => {
  it("starts the practice cluster, opens it, and ends it after the drill and before the host", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    process.argv.push(".", "--with-practice");
    const up = new EventEmitter();
    world.practiceUp = () => {
      up.emit("up");
      return Promise.resolve();
    };
    const came = once(up, "up");
    await start();
    await came;
    expect(world.said.find((each) => each.startsWith("host"))).toContain(
      '"startTarget":"practice"',
    );
    world.closeDrills.resolve();
    world.app.emit("window-all-closed");
    await vi.waitFor(() => expect(world.said).toContain("quits"));
    expect(world.said.slice(-4)).toEqual([
      "drills closed",
      "practice down",
      "host closed",
      "quits",
    ]);
    vi.restoreAllMocks();
  });

  it("without it no cluster is started, and none is ended", async () => {
    world.practiceUp = () => Promise.reject(new Error("started"));
    await start();
    world.closeDrills.resolve();
    world.app.emit("window-all-closed");
    await vi.waitFor(() => expect(world.said).toContain("quits"));
    expect(world.said).not.toContain("practice down");
  });
});
