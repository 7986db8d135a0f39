/** The one window's options. Frozen, so that what the test vouches for is what Electron gets. */
import type { BrowserWindowConstructorOptions } from "electron";

/** @param preload absolute path of the bundled preload script. */
export function windowOptions(preload: string): Readonly<BrowserWindowConstructorOptions> {
  return Object.freeze({
    width: 1_440,
    height: 900,
    minWidth: 1_024,
    minHeight: 640,
    show: false,
    title: "Ringdrill",
    backgroundColor: "#1c2127",
    webPreferences: Object.freeze({
      preload,
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
    }),
  });
}
