import { timingSafeEqual } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import ssh2, { type AuthContext, type Connection, type ParsedKey } from "ssh2";
import { runInChannel, type RunningCommand, type ShellPlace } from "./ssh-command.ts";

export interface NodeSshOptions {
  readonly address: string;
  readonly port: number;
  /** Private key in OpenSSH's format. */
  readonly hostKey: string;
  readonly user: string;
  /** The line of authorized_keys. */
  readonly userKey: string;
  readonly place: ShellPlace;
  /** Where connections may be passed on to when this node serves as a jump host. */
  readonly mayForwardTo: (address: string) => boolean;
  readonly log: (line: string) => void;
}

export interface NodeSsh {
  /** Stops listening and cuts every connection; commands that did not detach themselves end. */
  close(): Promise<void>;
}

/**
 * An SSH server for one node: public key only, commands and shells without a terminal, forwarding to the cluster's
 * own addresses, nothing else.
 * @throws the error of listen(2), EADDRINUSE for example
 */
export async function startNodeSsh(options: NodeSshOptions): Promise<NodeSsh> {
  const userKey = parsedKey(options.userKey);
  const server = new ssh2.Server({ hostKeys: [options.hostKey] }, (client) => {
    client.on("error", (error) => {
      options.log(`${options.address}: ${error.message}`);
    });
    client.on("authentication", (context) => {
      answerLogin(context, options.user, userKey);
    });
    client.on("ready", () => {
      serveClient(client, options);
    });
  });
  // Sockets are ours, so that all of them can be cut at once.
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    server.injectSocket(socket);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(options.port, options.address, () => {
      listener.off("error", reject);
      resolve();
    });
  });
  listener.on("error", (error) => {
    options.log(`${options.address}: ${error.message}`);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        listener.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function answerLogin(context: AuthContext, user: string, userKey: ParsedKey): void {
  if (context.method !== "publickey") {
    context.reject(["publickey"]);
    return;
  }
  const known =
    sameBytes(Buffer.from(context.username), Buffer.from(user)) &&
    context.key.algo === userKey.type &&
    sameBytes(context.key.data, userKey.getPublicSSH());
  // Without a signature the client only asks whether the key would do.
  const { signature, blob } = context;
  const proven =
    signature === undefined ||
    (blob !== undefined && userKey.verify(blob, signature, context.hashAlgo) === true);
  if (known && proven) context.accept();
  else context.reject(["publickey"]);
}

function serveClient(client: Connection, { place, mayForwardTo }: NodeSshOptions): void {
  client.on("session", (accept) => {
    const session = accept();
    let running: RunningCommand | undefined;
    session.on("exec", (acceptExec, _reject, { command }) => {
      running = runInChannel(acceptExec(), command, place);
    });
    session.on("shell", (acceptShell) => {
      running = runInChannel(acceptShell(), undefined, place);
    });
    session.on("signal", (acceptSignal, rejectSignal, { name }) => {
      // Both are missing when the client wants no reply.
      const answer = running?.signal(name) === true ? acceptSignal : rejectSignal;
      (answer as (() => void) | undefined)?.();
    });
  });
  client.on("tcpip", (accept, reject, { destIP, destPort }) => {
    if (!mayForwardTo(destIP)) {
      reject();
      return;
    }
    const socket = connect(destPort, destIP);
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      const channel = accept();
      const cut = (): void => {
        socket.destroy();
        channel.close();
      };
      socket.on("error", cut);
      channel.on("error", cut);
      channel.once("close", cut);
      channel.pipe(socket).pipe(channel);
    });
  });
}

function parsedKey(text: string): ParsedKey {
  const key = ssh2.utils.parseKey(text);
  if (key instanceof Error) throw key;
  return key;
}

function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
