/** Gathers one output stream of a script: what stands before the mark line is noise, what exceeds the cap is dropped. */
import { StringDecoder } from "node:string_decoder";

/** Login shells have been seen to print a page; more than this is no greeting. */
const noiseCap = 64 * 1024;

export class MarkedOutput {
  readonly #mark: Buffer;
  readonly #maxBytes: number;
  #noise: Buffer = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #kept = 0;
  /** Bytes that came after the mark, kept or not. */
  seen = 0;
  /** True once the mark has come. */
  marked = false;

  constructor(mark: string, maxBytes: number) {
    this.#mark = Buffer.from(`${mark}\n`);
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    if (this.marked) {
      this.#keep(chunk);
      return;
    }
    this.#noise = Buffer.concat([this.#noise, chunk]);
    const at = this.#noise.indexOf(this.#mark);
    if (at < 0) {
      if (this.#noise.length > noiseCap) {
        this.#noise = this.#noise.subarray(this.#noise.length - noiseCap);
      }
      return;
    }
    this.marked = true;
    const rest = this.#noise.subarray(at + this.#mark.length);
    this.#noise = this.#noise.subarray(0, at);
    this.#keep(rest);
  }

  #keep(chunk: Buffer): void {
    this.seen += chunk.length;
    const room = this.#maxBytes - this.#kept;
    if (room <= 0 || chunk.length === 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  get truncated(): boolean {
    return this.seen > this.#maxBytes;
  }

  /** The text after the mark; a character that the cap cut in two is left out. */
  text(): string {
    const decoder = new StringDecoder("utf8");
    const text = decoder.write(Buffer.concat(this.#chunks));
    return this.truncated ? text : text + decoder.end();
  }

  /** What was printed before the mark (all of it when the mark never came). */
  noise(): string {
    return this.#noise.toString("utf8");
  }
}
