/**
 * A stand-in for Electron's unpacked distribution, so that packaging can be tried without a download:
 * an executable that carries the fuse wire as Electron ships it, and a resources folder without an application.
 * The wire's form: https://www.electronjs.org/docs/latest/tutorial/fuses
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/**
 * Fuses of Electron 45 before anybody flips them: runAsNode, cookieEncryption, nodeOptions, nodeCliInspect,
 * embeddedAsarIntegrity, onlyLoadAppFromAsar, browserProcessSpecificV8Snapshot, grantFileProtocolExtraPrivileges,
 * wasmTrapHandlers.
 */
const asShipped = "101100011";

/** Writes the distribution into `folder`, which is created. */
export function makeStubElectron(folder) {
  mkdirSync(join(folder, "resources"), { recursive: true });
  mkdirSync(join(folder, "locales"), { recursive: true });
  writeFileSync(join(folder, "locales", "en-US.pak"), "");
  const wire = Buffer.concat([
    Buffer.from(sentinel, "latin1"),
    Buffer.from([1, asShipped.length]),
    Buffer.from(asShipped, "latin1"),
  ]);
  const program = "#!/bin/sh\necho 'This is a stand-in for Electron.' >&2\nexit 1\n";
  writeFileSync(
    join(folder, "electron"),
    Buffer.concat([Buffer.from(program), wire, Buffer.from("\n")]),
    {
      mode: 0o755,
    },
  );
  writeFileSync(join(folder, "chrome-sandbox"), "", { mode: 0o755 });
}
