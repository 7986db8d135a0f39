/** Entry of the desktop application: one host, one window, one port between them. */
import { join } from "node:path";
import {
  BrowserWindow,
  MessageChannelMain,
  app,
  ipcMain,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
} from "electron";
import { RPCHandler } from "@orpc/server/message-port";
import { screensFolder, userDataFolder } from "../compose/places.ts";
import { createRealHost, type RealHost } from "../compose/real-host.ts";
import { appOrigin, privilegedScheme, serveScreens } from "./app-protocol.ts";
import { guardContents, guardSession, senderAllowed } from "./guards.ts";
import { keychain } from "./keychain.ts";
import { windowOptions } from "./window-options.ts";

/** A page asks for its port; only our page in the main frame gets one. */
function servePorts(real: RealHost): void {
  const handler = new RPCHandler(real.host.router);
  ipcMain.on("ringdrill-connect", (event) => {
    if (!senderAllowed(event.senderFrame)) return;
    const { port1, port2 } = new MessageChannelMain();
    handler.upgrade(port1, { context: {} });
    port1.start();
    event.senderFrame?.postMessage("ringdrill-port", null, [port2]);
  });
}

/** A laptop must not sleep during a drill; when it does, the drill comes back now and not when the guard notices. */
function watchPower(real: RealHost): () => void {
  let wake: number | undefined;
  const timer = setInterval(() => {
    const running = real.drills.active() !== undefined;
    if (running) wake ??= powerSaveBlocker.start("prevent-app-suspension");
    else if (wake !== undefined) {
      powerSaveBlocker.stop(wake);
      wake = undefined;
    }
  }, 1_000);
  powerMonitor.on("suspend", () => real.stopDrill("The computer goes to sleep."));
  return () => clearInterval(timer);
}

async function main(): Promise<void> {
  await app.whenReady();
  guardSession(session.defaultSession);
  serveScreens(protocol, screensFolder);
  const secrets = await keychain(safeStorage, join(userDataFolder(), "secrets"), process.platform);
  const real = await createRealHost({ hostKind: "desktop", secrets });
  servePorts(real);
  const stopWatching = watchPower(real);

  const window = new BrowserWindow({ ...windowOptions(join(import.meta.dirname, "preload.cjs")) });
  guardContents(window.webContents, (address) => void shell.openExternal(address));
  window.once("ready-to-show", () => window.show());
  await window.loadURL(`${appOrigin}/`);

  let closing = false;
  app.on("window-all-closed", () => app.quit());
  app.on("before-quit", (event) => {
    if (closing) return;
    event.preventDefault();
    closing = true;
    stopWatching();
    // Rolls back and closes a running drill first.
    void real.close().finally(() => app.quit());
  });
}

app.enableSandbox();
protocol.registerSchemesAsPrivileged([privilegedScheme]);
if (app.requestSingleInstanceLock()) void main();
else app.quit();
