import { describe, expect, it, vi } from "vitest";
import type { Session, WebContents } from "electron";
import {
  guardContents,
  guardSession,
  mayOpenOutside,
  permissionGranted,
  senderAllowed,
} from "./guards.ts";
import { windowOptions } from "./window-options.ts";

describe("the window's options", () => {
  it("isolate and sandbox the page and give it no Node", () => {
    const options = windowOptions("/app/preload.cjs");
    expect(options.webPreferences).toEqual({
      preload: "/app/preload.cjs",
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
    expect(Object.isFrozen(options)).toBe(true);
    expect(Object.isFrozen(options.webPreferences)).toBe(true);
  });
});

describe("permissions", () => {
  it.each([
    "media",
    "geolocation",
    "midi",
    "usb",
    "clipboard-read",
    "fullscreen",
    "unknown",
    "constructor",
  ])("%s is denied", (permission) => {
    expect(permissionGranted(permission)).toBe(false);
  });

  it("both handlers of the session use the table", () => {
    const session = {
      setPermissionRequestHandler: vi.fn(),
      setPermissionCheckHandler: vi.fn(),
      setDevicePermissionHandler: vi.fn(),
    };
    guardSession(session as unknown as Session);
    const decide = vi.fn();
    session.setPermissionRequestHandler.mock.calls[0]?.[0](null, "media", decide);
    expect(decide).toHaveBeenCalledWith(false);
    expect(session.setPermissionCheckHandler.mock.calls[0]?.[0](null, "geolocation")).toBe(false);
    expect(session.setPermissionCheckHandler.mock.calls[0]?.[0](null, "notifications")).toBe(true);
    expect(session.setDevicePermissionHandler.mock.calls[0]?.[0]()).toBe(false);
  });
});

describe("links and navigation", () => {
  it("only https to a documentation host is opened outside", () => {
    expect(mayOpenOutside("https://cassandra.apache.org/doc/latest/")).toBe(true);
    for (const address of [
      "http://cassandra.apache.org/",
      "https://cassandra.apache.org.evil.example/",
      "https://u@cassandra.apache.org/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "nonsense",
    ]) {
      expect(mayOpenOutside(address), address).toBe(false);
    }
  });

  it("navigation, redirects, webviews and new windows are prevented", () => {
    interface Navigation {
      readonly preventDefault: () => void;
      readonly url: string;
      readonly isMainFrame: boolean;
    }
    const handlers = new Map<string, (event: Navigation) => void>();
    let opener: ((details: { url: string }) => { action: string }) | undefined;
    const contents = {
      on: (name: string, handler: (event: Navigation) => void) => handlers.set(name, handler),
      setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) => {
        opener = handler;
      },
    };
    const opened: string[] = [];
    guardContents(contents as unknown as WebContents, (address) => opened.push(address));
    for (const name of [
      "will-navigate",
      "will-redirect",
      "will-attach-webview",
      "will-frame-navigate",
    ]) {
      const preventDefault = vi.fn();
      handlers.get(name)?.({ preventDefault, url: "https://evil.example/", isMainFrame: false });
      expect(preventDefault, name).toHaveBeenCalledOnce();
    }
    const frame = (url: string, isMainFrame: boolean): boolean => {
      const preventDefault = vi.fn();
      handlers.get("will-frame-navigate")?.({ preventDefault, url, isMainFrame });
      return preventDefault.mock.calls.length === 0;
    };
    expect(frame("about:blank", false)).toBe(true);
    for (const url of ["blob:ringdrill://app/x", "data:text/html,x", "ringdrill://app/"])
      expect(frame(url, false), url).toBe(false);
    expect(frame("about:blank", true)).toBe(false);
    expect(opener?.({ url: "https://evil.example/" })).toEqual({ action: "deny" });
    expect(opener?.({ url: "https://cassandra.apache.org/doc" })).toEqual({ action: "deny" });
    expect(opened).toEqual(["https://cassandra.apache.org/doc"]);
  });
});

describe("the sender of a message", () => {
  it("is our page in the main frame, or is not heard", () => {
    expect(senderAllowed({ url: "ringdrill://app/index.html", parent: null })).toBe(true);
    expect(senderAllowed({ url: "ringdrill://app/index.html", parent: {} })).toBe(false);
    expect(senderAllowed({ url: "ringdrill://other/index.html", parent: null })).toBe(false);
    expect(senderAllowed({ url: "https://app/", parent: null })).toBe(false);
    expect(senderAllowed({ url: "", parent: null })).toBe(false);
    expect(senderAllowed(null)).toBe(false);
  });
});
