import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ModelLogLine } from "../../../shared/model/world.ts";

const rollAtBytes = 20 * 2 ** 20;

/**
 * system.log in the layout of Cassandra's conf/logback.xml: `%-5level [%thread] %date{ISO8601} %F:%L - %msg`, in the
 * host's local time, rolled at 20 MB.
 */
export class SystemLog {
  readonly #file: string;
  #fd: number;
  #bytes: number;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, "system.log");
    this.#fd = openSync(this.#file, "a", 0o600);
    this.#bytes = fstatSync(this.#fd).size;
  }

  write({ level, thread, source, text }: ModelLogLine): void {
    const line = `${level.padEnd(5)} [${thread}] ${localTime(new Date())} ${source} - ${text}\n`;
    this.#bytes += writeSync(this.#fd, line);
    if (this.#bytes < rollAtBytes) return;
    closeSync(this.#fd);
    renameSync(this.#file, `${this.#file}.1`);
    this.#fd = openSync(this.#file, "a", 0o600);
    this.#bytes = 0;
  }
}

/** `2026-12-01 00:38:51,514` */
function localTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day} ${time},${String(date.getMilliseconds()).padStart(3, "0")}`;
}
