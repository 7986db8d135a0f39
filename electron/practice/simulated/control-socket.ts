import { closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";

/** What `bin/nodetool` sends and gets: one line of JSON each way. */
export interface ToolRequest {
  readonly args: readonly string[];
}

export interface ToolReply {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const name = "control.sock";

/** A socket's path may have 107 bytes; by way of the open folder any folder will do. */
function pathIn(descriptor: number): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}

/** Answers nodetool in the node's run folder. */
export async function serveTool(
  runFolder: string,
  answer: (request: ToolRequest) => ToolReply,
): Promise<{ close(): void }> {
  rmSync(join(runFolder, name), { force: true });
  const descriptor = openSync(runFolder, "r");
  const server: Server = createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("error", () => socket.destroy());
    socket.on("data", (piece: string) => {
      text += piece;
      const end = text.indexOf("\n");
      if (end < 0) return;
      const reply = answer(JSON.parse(text.slice(0, end)) as ToolRequest);
      socket.end(`${JSON.stringify(reply)}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(pathIn(descriptor), resolve);
  });
  return {
    close: () => {
      server.close();
      closeSync(descriptor);
    },
  };
}

/** Asks the node whose run folder it is. @throws the error of connect(2) when none answers there */
export async function askTool(runFolder: string, request: ToolRequest): Promise<ToolReply> {
  const descriptor = openSync(runFolder, "r");
  try {
    return await new Promise<ToolReply>((resolve, reject) => {
      const socket = connect(pathIn(descriptor));
      let text = "";
      socket.setEncoding("utf8");
      socket.on("connect", () => socket.write(`${JSON.stringify(request)}\n`));
      socket.on("data", (piece: string) => (text += piece));
      socket.on("error", reject);
      socket.on("close", () => {
        if (text === "") reject(new Error("the node ended"));
        else resolve(JSON.parse(text) as ToolReply);
      });
    });
  } finally {
    closeSync(descriptor);
  }
}
