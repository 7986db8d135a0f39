import { mkdirSync } from "node:fs";
import type { CqlEvent } from "../../../shared/cql/response.ts";
import { ModelNode } from "../../../shared/model/node/model-node.ts";
import type { ModelLogLine } from "../../../shared/model/world.ts";
import { peerEvents, schemaEvent } from "./client-events.ts";
import { HintFiles } from "./hint-files.ts";
import { Internode } from "./internode.ts";
import { seedRoles } from "./logins.ts";
import type { NodeSettings } from "./node-settings.ts";
import { SavedState } from "./saved-state.ts";
import { hintWindowMs } from "./settings-rows.ts";
import { initialSchema } from "./system-schema.ts";
import { TableFiles } from "./table-files.ts";

export interface OpenNode {
  readonly node: ModelNode;
  readonly tables: TableFiles;
  readonly hints: HintFiles;
  readonly internode: Internode;
}

export interface NodeListeners {
  readonly log: (line: ModelLogLine) => void;
  /** For clients that asked for events. */
  readonly onEvent: (event: CqlEvent) => void;
  /** Statements that were prepared must be read anew. */
  readonly onSchema: () => void;
}

/**
 * A node of the model on this machine's sockets, clock and files; it does not speak yet.
 * @throws file errors by name, Error when it is a new node without tokens
 */
export function openNode(settings: NodeSettings, listeners: NodeListeners): OpenNode {
  const { config, simulated } = settings;
  const [dataFolder = `${settings.storageFolder}/data`] = config.data_file_directories;
  for (const folder of [config.commitlog_directory, config.saved_caches_directory]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const saved = new SavedState(dataFolder);
  const { hostId, tokens, generation, isNew } = saved.begin(settings.initialTokens);
  const tables = new TableFiles(dataFolder);
  const hints = new HintFiles(config.hints_directory);
  let node: ModelNode | undefined;
  const internode = new Internode({
    address: config.listen_address,
    port: config.storage_port,
    secret: simulated.secret,
    onMessage: (from, message) => node?.receive(from, message),
    log: listeners.log,
  });
  const savePeers = (): void => {
    const peers = node?.gossip.peers() ?? [];
    saved.savePeers(
      peers.map(({ address, generation: known, heartbeat, application }) => ({
        address,
        generation: known,
        heartbeat,
        application,
      })),
    );
  };
  node = new ModelNode({
    world: {
      now: () => Date.now(),
      monotonicMs: () => performance.now(),
      random: () => Math.random(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => {
          clearTimeout(timer);
        };
      },
      send: (to, message) => {
        internode.send(to, message);
      },
      log: listeners.log,
    },
    identity: {
      address: config.listen_address,
      hostId,
      dc: settings.dc,
      rack: settings.rack,
      release: simulated.release,
      tokens,
      generation,
    },
    storagePort: config.storage_port,
    seeds: config.seed_provider[0].parameters[0].seeds.split(","),
    phiThreshold: config.phi_convict_threshold,
    hintWindowMs: hintWindowMs(config),
    hints,
    logs: tables,
    savedSchema: saved.schema() ?? initialSchema(simulated.release, simulated.systemReplication),
    savedPeers: saved.peers(),
    onPeer: (peer, what) => {
      if (what === "joined" || what === "changed") savePeers();
      if (what === "down") internode.interrupt(peer.address);
      for (const event of peerEvents(peer, what, config.native_transport_port))
        listeners.onEvent(event);
    },
    onSchema: (entries) => {
      saved.saveSchema(node?.schema.entries() ?? []);
      listeners.onSchema();
      for (const entry of entries) listeners.onEvent(schemaEvent(entry));
    },
  });
  replay(node, listeners.log);
  if (isNew) seedRoles(node, simulated.roles);
  return { node, tables, hints, internode };
}

/** Reads every table's rows, so that a broken file is found now and not by a client. */
function replay(node: ModelNode, log: (line: ModelLogLine) => void): void {
  const began = performance.now();
  const say = (source: string, text: string): void => {
    log({ level: "INFO", thread: "main", source, text });
  };
  let rows = 0;
  for (const table of node.schema.tables()) rows += node.replica.store(table.id)?.size ?? 0;
  if (rows === 0) return say("CommitLog.java:201", "No commitlog files found; skipping replay");
  const ms = Math.round(performance.now() - began);
  say("CommitLog.java:210", `Log replay complete, ${rows} replayed mutations in ${ms} ms`);
}
