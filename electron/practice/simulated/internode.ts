import { timingSafeEqual } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import type { Message } from "../../../shared/model/ring/message.ts";
import type { ModelLogLine } from "../../../shared/model/world.ts";
import { mostBytes, PieceReader, pieceOf } from "./piece-reader.ts";

export interface InternodeOptions {
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  readonly onMessage: (from: string, message: Message) => void;
  readonly log: (line: ModelLogLine) => void;
}

/** A peer that does not take what is sent (a frozen process) gets no more than this. */
const mostUnsentBytes = 4 * 2 ** 20;
const mostQueued = 2_000;
const retryAfterMs = 100;
const sayAgainAfterMs = 30_000;

interface Outbound {
  socket: Socket | undefined;
  /** Until the connection stands. */
  queue: Uint8Array[] | undefined;
  failedAt: number;
  saidAt: number;
}

/** First piece of every connection, as JSON: nothing of a stranger is given to V8. */
interface Hello {
  readonly secret: string;
  readonly from: string;
}

/**
 * The way between simulated nodes: one TCP connection for each direction, pieces of a length and a value in V8's
 * format. Whoever does not know the cluster's secret is cut off before anything of his is read.
 */
export class Internode {
  readonly #options: InternodeOptions;
  readonly #server: Server;
  readonly #inbound = new Set<Socket>();
  readonly #outbound = new Map<string, Outbound>();

  constructor(options: InternodeOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** @throws the error of listen(2) */
  async listen(): Promise<void> {
    const { address, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, address, resolve);
    });
  }

  /** Sends as well as it can: what a peer does not take is lost. */
  send(to: string, message: Message): void {
    const outbound = this.#outboundTo(to);
    if (outbound === undefined) return;
    const piece = pieceOf(serialize(message));
    if (outbound.queue !== undefined) {
      if (outbound.queue.length < mostQueued) outbound.queue.push(piece);
    } else if ((outbound.socket?.writableLength ?? 0) < mostUnsentBytes) {
      outbound.socket?.write(piece);
    }
  }

  /** Cuts what is open to a peer that was found down. */
  interrupt(address: string): void {
    this.#outbound.get(address)?.socket?.destroy();
  }

  /** Sends what is waiting, then ends everything. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const sockets = [...this.#outbound.values()].flatMap(({ socket }) => socket ?? []);
    await Promise.all(sockets.map(endSocket));
    for (const socket of this.#inbound) socket.destroy();
    await closed;
  }

  #outboundTo(address: string): Outbound | undefined {
    const known = this.#outbound.get(address);
    if (known?.socket !== undefined) return known;
    const now = performance.now();
    if (known !== undefined && now - known.failedAt < retryAfterMs) return undefined;
    const socket = connect({ host: address, port: this.#options.port, noDelay: true });
    const outbound: Outbound = {
      socket,
      queue: [],
      failedAt: Number.NEGATIVE_INFINITY,
      saidAt: known?.saidAt ?? Number.NEGATIVE_INFINITY,
    };
    this.#outbound.set(address, outbound);
    socket.on("connect", () => {
      const { address: from, secret } = this.#options;
      const hello: Hello = { secret, from };
      socket.write(pieceOf(Buffer.from(JSON.stringify(hello))));
      for (const piece of outbound.queue ?? []) socket.write(piece);
      outbound.queue = undefined;
    });
    socket.on("error", () => {
      if (outbound.queue !== undefined) this.#sayFailed(address, outbound);
    });
    socket.on("close", () => {
      outbound.socket = undefined;
      outbound.queue = undefined;
      outbound.failedAt = performance.now();
    });
    // The peer says nothing on this connection; reading is what notices its end.
    socket.resume();
    return outbound;
  }

  #sayFailed(to: string, outbound: Outbound): void {
    const now = performance.now();
    if (now - outbound.saidAt < sayAgainAfterMs) return;
    outbound.saidAt = now;
    const { address, port, log } = this.#options;
    log({
      level: "INFO",
      thread: "Messaging-EventLoop-3-1",
      source: "NoSpamLogger.java:104",
      text: `/${address}:${port}->/${to}:${port}-URGENT_MESSAGES-[no-channel] failed to connect`,
    });
  }

  #accept(socket: Socket): void {
    let from: string | undefined;
    this.#inbound.add(socket);
    socket.once("close", () => this.#inbound.delete(socket));
    socket.on("error", () => socket.destroy());
    const reader = new PieceReader((piece) => {
      if (from !== undefined) {
        this.#options.onMessage(from, deserialize(piece) as Message);
        return;
      }
      from = this.#greeted(piece);
      if (from === undefined) socket.destroy();
    });
    socket.on("data", (chunk: Buffer) => {
      // Before the greeting only a short piece can be right.
      if (!reader.push(chunk, () => (from === undefined ? 1_024 : mostBytes))) socket.destroy();
    });
  }

  /** Who greets, if he knows the secret. */
  #greeted(piece: Buffer): string | undefined {
    let hello: Partial<Hello>;
    try {
      hello = JSON.parse(piece.toString("utf8")) as Partial<Hello>;
    } catch {
      return undefined; // not one of ours
    }
    const given = Buffer.from(typeof hello.secret === "string" ? hello.secret : "");
    const wanted = Buffer.from(this.#options.secret);
    const fits = given.length === wanted.length && timingSafeEqual(given, wanted);
    return fits ? hello.from : undefined;
  }
}

/** Resolves when what was written is on its way; a peer that takes nothing is not waited for. */
function endSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 300).unref();
    socket.end(resolve);
  });
}
