/** Entry of the desktop application: one host, one window, one port between them. */
import { join } from "node:path";
import {
  BrowserWindow,
  app,
  dialog,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
} from "electron";
import { clientOf } from "../compose/host-client.ts";
import { screensFolder, userDataFolder } from "../compose/places.ts";
import { createRealHost } from "../compose/real-host.ts";
import { appOrigin, privilegedScheme, serveScreens } from "./app-protocol.ts";
import { closeBeforeQuit } from "./close-before-quit.ts";
import { guardContents, guardSession } from "./guards.ts";
import { servePages } from "./ipc-port.ts";
import { keychain } from "./keychain.ts";
import { startPractice } from "./practice-at-start.ts";
import { watchPower } from "./watch-power.ts";
import { windowOptions } from "./window-options.ts";

function tell(problem: string): void {
  console.error(`Ringdrill: ${problem}`);
}

async function main(): Promise<void> {
  await app.whenReady();
  guardSession(session.defaultSession);
  app.on("web-contents-created", (_event, contents) => {
    guardContents(contents, (address) => void shell.openExternal(address));
  });
  serveScreens(protocol, screensFolder);

  const withPractice = process.argv.includes("--with-practice");
  const real = await createRealHost({
    hostKind: "desktop",
    secrets: await keychain(safeStorage, join(userDataFolder(), "secrets"), process.platform),
    startTarget: withPractice ? "practice" : undefined,
  });
  servePages(real.host.router);
  const practice = withPractice ? startPractice(clientOf(real.host), tell) : undefined;
  const stopWatching = watchPower(real, powerSaveBlocker, powerMonitor);
  closeBeforeQuit(
    app,
    async () => {
      // Rolled back and closed first: the cluster cannot be stopped under a drill.
      await real.drills.close();
      await practice?.end();
      await real.close();
      stopWatching();
    },
    tell,
  );

  const window = new BrowserWindow({ ...windowOptions(join(import.meta.dirname, "preload.cjs")) });
  window.once("ready-to-show", () => window.show());
  app.on("second-instance", () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  await window.loadURL(`${appOrigin}/`);
}

/** A packaged application has no other Node than its own program: it also runs the practice cluster's supervisor. */
const isSupervisor = process.argv[1]?.endsWith("supervisor.cjs") === true;

if (isSupervisor) {
  void import("../practice/supervisor.ts");
} else {
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([privilegedScheme]);
  if (app.requestSingleInstanceLock()) {
    main().catch((error: unknown) => {
      dialog.showErrorBox(
        "Ringdrill cannot start",
        error instanceof Error ? error.message : String(error),
      );
      app.exit(1);
    });
  } else app.quit();
}
