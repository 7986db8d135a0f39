/** The two statements of the load, and what their answers say. */
import cassandra, { type Client } from "cassandra-driver";
import type { LoadSpec } from "../../core/deps.ts";
import { checkLedgerPayload, ledgerPayload } from "../../../shared/drill/ledger-keys.ts";
import type { ClientName, Op } from "./load-seconds.ts";

export interface LedgerRequest {
  readonly client: ClientName;
  readonly op: Op;
  readonly shard: number;
  readonly seq: number;
  /** Number of the node to ask; undefined: the driver chooses. */
  readonly node: number | undefined;
}

export interface LedgerAnswer {
  /** "right" for a write, and for a read that found the row as it was written. */
  readonly found: "right" | "absent" | "altered";
  /** `host:port` of the coordinator. */
  readonly coordinator: string | undefined;
}

export class LedgerRequests {
  readonly #spec: LoadSpec;
  readonly #clients: Readonly<Record<ClientName, Client>>;
  readonly #insert: string;
  readonly #select: string;

  constructor(spec: LoadSpec, app: Client, probe: Client) {
    this.#spec = spec;
    this.#clients = { app, probe };
    const table = `${quoted(spec.keyspace)}.${quoted(spec.table)}`;
    this.#insert = `INSERT INTO ${table} (shard, seq, payload, sent) VALUES (?, ?, ?, ?)`;
    this.#select = `SELECT payload FROM ${table} WHERE shard = ? AND seq = ?`;
  }

  /** Sends one request. @throws what the driver throws */
  async send({ client, op, shard, seq, node }: LedgerRequest): Promise<LedgerAnswer> {
    const key = [shard, cassandra.types.Long.fromNumber(seq)];
    const options = node === undefined ? {} : { host: this.#hostOf(node) };
    if (op === "write") {
      const payload = Buffer.from(ledgerPayload(this.#spec.seed, shard, seq).buffer);
      const values = [...key, payload, new Date()];
      const result = await this.#clients[client].execute(this.#insert, values, options);
      return { found: "right", coordinator: result.info.queriedHost };
    }
    const result = await this.#clients[client].execute(this.#select, key, options);
    const coordinator = result.info.queriedHost;
    const row = result.first() as { get(column: string): unknown } | null;
    if (row === null) return { found: "absent", coordinator };
    const payload = row.get("payload");
    const same =
      payload instanceof Uint8Array &&
      checkLedgerPayload(this.#spec.seed, shard, seq, payload) === undefined;
    return { found: same ? "right" : "altered", coordinator };
  }

  /** The probe's node as the driver knows it. @throws NoHostAvailableError when it does not */
  #hostOf(node: number): cassandra.Host {
    const address = this.#spec.nodes[node] ?? "";
    const host = this.#clients.probe.hosts.get(`${address}:${this.#spec.port}`);
    if (host !== undefined) return host;
    throw new cassandra.errors.NoHostAvailableError({}, `The driver knows no node ${address}.`);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
