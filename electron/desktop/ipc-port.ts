/** The one place that listens to pages: a page asks for its port, and only our page in the main frame gets one. */
import { MessageChannelMain, ipcMain } from "electron";
import type { Host } from "../core/host.ts";
import { senderAllowed } from "./guards.ts";
import { servePort } from "./serve-port.ts";

/** Answers each request for a port with a fresh one; a page that was reloaded asks again. */
export function servePages(router: Host["router"]): void {
  ipcMain.on("ringdrill-connect", (event) => {
    const frame = event.senderFrame;
    if (frame === null || !senderAllowed(frame)) return;
    const { port1, port2 } = new MessageChannelMain();
    servePort(router, port1);
    frame.postMessage("ringdrill-port", null, [port2]);
  });
}
