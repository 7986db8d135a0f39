/** All that the page gets: one call that asks for a port to the host. Nothing of Electron crosses but that port. */
import { contextBridge, ipcRenderer } from "electron";

/** The page's window as a sandboxed preload sees it. */
declare const window: {
  readonly location: { readonly origin: string };
  postMessage(message: string, origin: string, transfer: readonly unknown[]): void;
};

ipcRenderer.on("ringdrill-port", (event) => {
  window.postMessage("ringdrill-port", window.location.origin, [...event.ports]);
});

contextBridge.exposeInMainWorld("ringdrill", {
  connect: () => {
    ipcRenderer.send("ringdrill-connect");
  },
});
