/** The host on the real world: what desktop, browser and command line have in common. */
import { randomBytes } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AppInfo } from "../../shared/contract/contract.ts";
import type { SecretStore } from "../core/deps.ts";
import { createDrills, type Drills } from "../core/drill/drills.ts";
import { drillHandlers } from "../core/handlers/drills.ts";
import { reportHandlers } from "../core/handlers/reports.ts";
import { createHost, type Host } from "../core/host.ts";
import { createLoadClient } from "../io/app-client/load-client.ts";
import { createPinnedCql } from "../io/cql/pinned-cql.ts";
import { prepareDataFolder } from "../io/files/data-folder.ts";
import { profileFiles } from "../io/files/profile-files.ts";
import { runReports } from "../io/files/run-folder-reports.ts";
import { runFolders } from "../io/files/run-folders.ts";
import { sessionLocks } from "../io/files/session-locks.ts";
import { openFileLog } from "../io/log/file-log.ts";
import { openStore } from "../io/sqlite/store.ts";
import { createSsh } from "../io/ssh/ssh.ts";
import { createRealPractice } from "../practice/real-practice.ts";
import { withApplicationRole } from "./practice-access.ts";
import { jarsFolder, programUrl, userDataFolder } from "./places.ts";
import { realClock } from "./real-clock.ts";
import { toolVersion } from "./tool-version.ts";

export interface RealHostOptions {
  readonly hostKind: AppInfo["host"];
  /** The user's own when left out. */
  readonly dataFolder?: string | undefined;
  /** A keychain, where the host has one. */
  readonly secrets?: SecretStore | undefined;
  /** Shown once: why this is not the host that was asked for. */
  readonly notice?: string | undefined;
  /** Target that the screens open at once. */
  readonly startTarget?: string | undefined;
}

export interface RealHost {
  readonly host: Host;
  readonly drills: Drills;
  /** Rolls the running drill back; nothing happens when there is none. */
  stopDrill(why: string): void;
  /** Rolls back and closes a running drill, then ends sessions, store and log. */
  close(): Promise<void>;
}

const noSecrets: SecretStore = {
  canKeep: false,
  get: () => Promise.resolve(undefined),
  put: () => Promise.reject(new Error("This host has no keychain.")),
  remove: () => Promise.resolve(),
};

/** @throws file errors by name when the data folder cannot be made */
export async function createRealHost(options: RealHostOptions): Promise<RealHost> {
  const dataFolder = options.dataFolder ?? userDataFolder();
  prepareDataFolder(dataFolder);
  const log = openFileLog(join(dataFolder, "ringdrill.log"));
  const store = openStore({
    file: join(dataFolder, "ringdrill.sqlite"),
    workerUrl: programUrl("store-worker"),
  });
  const folders = runFolders({ folder: join(dataFolder, "runs") });
  const reports = runReports({ folders, toolVersion, now: realClock.now });
  const cql = createPinnedCql();
  const drills = createDrills({
    clock: realClock,
    log,
    folders,
    loadClient: createLoadClient({ workerUrl: programUrl("load-worker") }),
    toolVersion,
    owner: `${userInfo().username}@${hostname()}`,
    randomHex: (digits) =>
      randomBytes(Math.ceil(digits / 2))
        .toString("hex")
        .slice(0, digits),
    writeReports: (folder) => reports.keep(folder.path),
    onRun: (run) => store.addRun(run),
  });
  const practiceFolder = join(dataFolder, "practice");
  const realPractice = createRealPractice(
    { folder: practiceFolder, cache: jarsFolder() },
    {
      cql,
      supervisor: { node: process.execPath, entry: fileURLToPath(programUrl("supervisor")) },
      simulated: {
        node: process.execPath,
        nodeEntry: fileURLToPath(programUrl("simulated-node")),
        toolEntry: fileURLToPath(programUrl("simulated-nodetool")),
      },
      env: process.env,
      platform: process.platform,
    },
  );
  const host = createHost(
    {
      clock: realClock,
      ssh: createSsh({ warn: (text) => log.warn(text) }),
      cql,
      store,
      log,
      random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
      profiles: profileFiles(join(dataFolder, "profiles")),
      secrets: options.secrets ?? noSecrets,
      locks: sessionLocks(join(dataFolder, "sessions")),
      practice: withApplicationRole(realPractice, practiceFolder),
      info: {
        version: toolVersion,
        host: options.hostKind,
        dataFolder,
        notice: options.notice ?? null,
        startTarget: options.startTarget ?? null,
      },
    },
    ({ sessionOf, open }) => ({
      drills: drillHandlers(drills, sessionOf),
      reports: reportHandlers(reports, open),
      unfinished: async (profile) => (await drills.unfinishedOf(profile)).length,
      busy: (profile) => {
        const runId = drills.active();
        return runId === undefined
          ? undefined
          : `Run ${runId} is not closed yet: stop it before ${profile} is closed.`;
      },
    }),
  );
  const stopDrill = (why: string): void => {
    const runId = drills.active();
    if (runId !== undefined) drills.stop(runId, "Ringdrill", why);
  };
  log.info("started", { host: options.hostKind, version: toolVersion, dataFolder });
  return {
    host,
    drills,
    stopDrill,
    close: async () => {
      await drills.close();
      await host.close();
      await store.close();
      log.info("ended");
      log.close();
    },
  };
}
