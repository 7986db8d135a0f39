import { createServer, type AddressInfo, type Server } from "node:net";
import type { CqlEvent } from "../../../shared/cql/response.ts";
import type { CqlRow } from "../../../shared/cql/value.ts";
import { CqlConnection, type CqlService } from "./cql-connection.ts";

/** The port for CQL clients. */
export class CqlServer {
  readonly #connections = new Set<CqlConnection>();
  readonly #server: Server;

  constructor(service: CqlService) {
    this.#server = createServer((socket) => {
      const connection = new CqlConnection(service, socket);
      this.#connections.add(connection);
      socket.once("close", () => this.#connections.delete(connection));
    });
  }

  /** Gives the port, which is a free one when 0 was asked for. @throws the error of listen(2) */
  async listen(port: number, address: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, address, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Tells every client that asked for events. */
  tell(event: CqlEvent): void {
    for (const connection of this.#connections) connection.tell(event);
  }

  /** Rows of system_views.clients. */
  rows(): readonly CqlRow[] {
    return [...this.#connections].map((connection) => connection.row());
  }

  /** Takes no more clients and cuts those that are there. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const connection of this.#connections) connection.close();
    await closed;
  }
}
