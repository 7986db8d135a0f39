/** Ringdrill's own log: JSON lines in the data folder. What is secret by its name is never written. */
import { renameSync, statSync } from "node:fs";
import { pino } from "pino";
import type { Log } from "../../core/deps.ts";

const rotateAtBytes = 5 * 1024 * 1024;
const secretNames = [
  "password",
  "passphrase",
  "cqlPassword",
  "sshPassword",
  "sshPassphrase",
  "secrets",
  "token",
];

export interface FileLog extends Log {
  /** Writes what is still in memory. */
  close(): void;
}

/** Opens `file` for appending; one of more than 5 MiB becomes `FILE.1` first. A log that cannot be written is dropped. */
export function openFileLog(file: string): FileLog {
  rotate(file);
  const destination = pino.destination({ dest: file, sync: true, mode: 0o600 });
  // A full disk must not end the application for the sake of its log.
  destination.on("error", () => undefined);
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        remove: true,
      },
    },
    destination,
  );
  return {
    info: (message, fields) => log.info(fields ?? {}, message),
    warn: (message, fields) => log.warn(fields ?? {}, message),
    close: () => destination.end(),
  };
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > rotateAtBytes) renameSync(file, `${file}.1`);
}
