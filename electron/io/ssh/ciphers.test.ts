import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Electron's crypto has no plain chacha20; naming a cipher that needs it would end every connection there. */
test("a runtime whose crypto lacks chacha20 logs in all the same", () => {
  const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import crypto from "node:crypto";
    import { syncBuiltinESMExports } from "node:module";
    const all = crypto.getCiphers();
    crypto.getCiphers = () => all.filter((name) => !name.includes("chacha20"));
    syncBuiltinESMExports();
    const { startServer } = await import(${module("../../../test/fixtures/ssh/ssh-server.ts")});
    const { createSsh } = await import(${module("./ssh.ts")});
    const server = await startServer();
    const session = await createSsh().connect({
      host: "127.0.0.1", port: server.port, user: "ops", jump: [],
      auth: { kind: "password", password: "right" }, knownHosts: ["/proc/no-such-folder/x"],
    }, async () => true);
    console.log((await session.exec("echo in", { timeoutMs: 5000 })).stdout.trim());
    session.close();
    await server.close();
  `;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", program]);
  expect(out.toString()).toBe("in\n");
});
