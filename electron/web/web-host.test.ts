/** The browser host over real sockets: who is let in, what is served, and what cannot end it. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openFakeHost } from "../../test/fixtures/core/fake-host.ts";
import { startWebHost, type WebHost } from "./web-host.ts";

const page = "<!doctype html><title>Ringdrill</title>";

let folder = "";
let web: WebHost;
let token = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ringdrill-web-"));
  mkdirSync(join(folder, "screens", "assets"), { recursive: true });
  writeFileSync(join(folder, "screens", "index.html"), page);
  writeFileSync(join(folder, "screens", "assets", "index-a.js"), "export {};");
  writeFileSync(join(folder, "secret.js"), "secret");
  web = await startWebHost(openFakeHost().host, join(folder, "screens"), 0);
  token = new URL(web.url).hash.slice("#token=".length);
});
afterEach(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request with the path exactly as given. */
async function ask(
  path: string,
  options: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = request({ host: "127.0.0.1", port: web.port, path, ...options });
  sent.end();
  const [answer] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

/** "open", or the HTTP status with which the upgrade was refused. */
function knock(
  change: {
    readonly path?: string;
    readonly protocols?: string[];
    readonly origin?: string | undefined;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<{ readonly result: string; readonly socket: WebSocket }> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${web.port}${change.path ?? "/rpc"}`,
    change.protocols ?? [`ringdrill.${token}`],
    {
      ...("origin" in change
        ? change.origin === undefined
          ? {}
          : { origin: change.origin }
        : { origin: `http://127.0.0.1:${web.port}` }),
      headers: change.headers ?? {},
    },
  );
  return new Promise((resolve) => {
    socket.on("open", () => resolve({ result: `open with ${socket.protocol}`, socket }));
    socket.on("unexpected-response", (_request, answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += String(chunk)));
      answer.on("end", () =>
        resolve({ result: `${answer.statusCode ?? 0} ${text.trim()}`, socket }),
      );
    });
    socket.on("error", (error) => resolve({ result: error.message, socket }));
  });
}

describe("pages of the browser host", () => {
  it("the page and its files are served with their type and the whole policy", async () => {
    const root = await ask("/");
    expect([root.status, root.text]).toEqual([200, page]);
    expect(root.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-length": String(page.length),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect(root.headers["content-security-policy"]).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://127.0.0.1:${web.port} ws://localhost:${web.port}; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const script = await ask("/assets/index-a.js");
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    const head = await ask("/", { method: "HEAD" });
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([
      200,
      "",
      String(page.length),
    ]);
  });

  it.each([
    ["another Host header", "/", { headers: { Host: "evil.example" } }, 403],
    ["another port in the Host header", "/", { headers: { Host: "127.0.0.1:1" } }, 403],
    ["POST", "/", { method: "POST" }, 405],
    ["DELETE", "/index.html", { method: "DELETE" }, 405],
    ["OPTIONS *", "*", { method: "OPTIONS" }, 405],
    ["an unknown page", "/nothing.html", {}, 404],
    ["dot-dot", "/../secret.js", {}, 404],
    ["escaped dot-dot", "/%2e%2e/secret.js", {}, 404],
    ["an escaped slash", "/assets/..%2f..%2fsecret.js", {}, 404],
    ["a backslash", "/assets\\..\\..\\secret.js", {}, 404],
    ["another folder", "//etc/passwd", {}, 404],
    ["a target that is no address", "//", {}, 404],
    ["a NUL", "/index.html%00.js", {}, 404],
    ["the WebSocket's door without an upgrade", "/rpc", {}, 404],
  ])("%s is refused, and the refusal carries the policy", async (_what, path, options, status) => {
    const answer = await ask(path, options);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain("secret");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect((await ask("/")).status).toBe(200);
  });
});

describe("the socket of the browser host", () => {
  it("our page with the token is let in, as often as it has tabs", async () => {
    const first = await knock();
    const second = await knock({ origin: `http://localhost:${web.port}` });
    expect([first.result, second.result]).toEqual([
      `open with ringdrill.${token}`,
      `open with ringdrill.${token}`,
    ]);
  });

  it.each([
    ["another page's Origin", { origin: "https://evil.example" }, "403 wrong Origin header"],
    ["another port's Origin", { origin: "http://127.0.0.1:1" }, "403 wrong Origin header"],
    ["no Origin", { origin: undefined }, "403 wrong Origin header"],
    ["another Host header", { headers: { Host: "evil.example" } }, "403 wrong Host header"],
    ["no token", { protocols: [] }, "403 wrong token"],
    ["a protocol without a token", { protocols: ["ringdrill"] }, "403 wrong token"],
    ["a wrong token", { protocols: ["ringdrill.guess"] }, "403 wrong token"],
    ["an empty token", { protocols: ["ringdrill."] }, "403 wrong token"],
    ["another path", { path: "/other" }, "403 no such door"],
    ["a path below the door", { path: "/rpc/../rpc/x" }, "403 no such door"],
  ])("%s is refused", async (_what, change, result) => {
    expect((await knock(change)).result).toBe(result);
  });

  it("a page that opens sockets without end is stopped, and gets in again when some are closed", async () => {
    const open = await Promise.all(Array.from({ length: 32 }, () => knock()));
    expect(open.every(({ result }) => result.startsWith("open"))).toBe(true);
    expect((await knock()).result).toBe("403 too many open pages");
    const [first] = open;
    first?.socket.close();
    if (first !== undefined) await once(first.socket, "close");
    expect((await knock()).result).toMatch(/^open/);
  });

  it("a frame that breaks the protocol, or one too big, ends its own socket and not the host", async () => {
    for (const harm of [
      (socket: WebSocket) => {
        const raw = (socket as unknown as { _socket: import("node:net").Socket })._socket;
        raw.write(Buffer.from([0xff, 0xff, 0xff]));
      },
      (socket: WebSocket) => socket.send(Buffer.alloc(17 * 1_024 * 1_024)),
    ]) {
      const { socket } = await knock();
      const closed = once(socket, "close");
      harm(socket);
      await closed;
    }
    expect((await knock()).result).toMatch(/^open/);
  });

  it("a peer that resets in the middle of an upgrade does not end the host", async () => {
    const raw = connect(web.port, "127.0.0.1");
    await once(raw, "connect");
    raw.write(
      `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${web.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    );
    raw.resetAndDestroy();
    await once(raw, "close");
    expect((await ask("/")).status).toBe(200);
  });
});

describe("where the browser host listens", () => {
  it("on loopback only: no other address of this machine answers", async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const address of ["127.0.0.2", ...others.map((each) => each.address)]) {
      const socket = connect({ host: address, port: web.port, timeout: 2_000 });
      const result = await new Promise<string>((resolve) => {
        socket.on("connect", () => resolve("connected"));
        socket.on("timeout", () => resolve("silence"));
        socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
      });
      socket.destroy();
      expect(result, address).not.toBe("connected");
    }
  });

  it("a port that is taken is an error at once", async () => {
    const { host } = openFakeHost();
    await expect(startWebHost(host, folder, web.port)).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });

  it("close ends open sockets and idle connections, and nothing listens any more", async () => {
    const { socket } = await knock();
    const idle = connect(web.port, "127.0.0.1");
    await once(idle, "connect");
    const ended = Promise.all([once(socket, "close"), once(idle, "close")]);
    await web.close();
    await ended;
    await expect(ask("/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("two hosts have two tokens, long enough that nobody guesses one", async () => {
    const { host } = openFakeHost();
    const other = await startWebHost(host, folder, 0);
    await other.close();
    expect(new URL(other.url).hash).not.toBe(new URL(web.url).hash);
    expect(token).toMatch(/^[\w-]{32}$/);
  });
});
