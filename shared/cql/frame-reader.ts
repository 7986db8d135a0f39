import { maxBodyBytes, opcodes } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { MalformedCql } from "./malformed.ts";

const requestOpcodes = opcodeSet(
  opcodes.startup,
  opcodes.options,
  opcodes.query,
  opcodes.prepare,
  opcodes.execute,
  opcodes.register,
  opcodes.batch,
  opcodes.authResponse,
);
const responseOpcodes = opcodeSet(
  opcodes.error,
  opcodes.ready,
  opcodes.authenticate,
  opcodes.supported,
  opcodes.result,
  opcodes.event,
  opcodes.authChallenge,
  opcodes.authSuccess,
);

/**
 * Cuts a byte stream into frames, whatever the chunks. A body that lies within one chunk is given as a view of it,
 * others are put together; memory grows with what has arrived, never with what a header promises.
 */
export class FrameReader {
  readonly #direction: "requests" | "responses";
  readonly #onFrame: (frame: Frame) => void;
  readonly #maxBodyBytes: number;
  readonly #header = new Uint8Array(9);
  #headerFilled = 0;
  #body: Uint8Array | undefined;
  #bodyFilled = 0;
  #bodyLength = 0;
  #broken: MalformedCql | undefined;

  constructor(
    direction: "requests" | "responses",
    onFrame: (frame: Frame) => void,
    limitBytes = maxBodyBytes,
  ) {
    this.#direction = direction;
    this.#onFrame = onFrame;
    this.#maxBodyBytes = limitBytes;
  }

  /** Bytes of a frame that is not complete yet; 0 between frames. */
  get pendingBytes(): number {
    return this.#headerFilled + this.#bodyFilled;
  }

  /**
   * Takes the next bytes and calls back for each frame that they complete, in order; the callback must not throw.
   * @throws MalformedCql at the first byte that cannot belong to a frame, and at every call after that
   */
  push(chunk: Uint8Array): void {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      let at = 0;
      while (at < chunk.length) at = this.#step(chunk, at);
    } catch (error) {
      if (error instanceof MalformedCql) this.#broken = error;
      throw error;
    }
  }

  #step(chunk: Uint8Array, start: number): number {
    let at = start;
    if (this.#body === undefined) {
      at = this.#fillHeader(chunk, at);
      const size = this.#headerSize();
      if (this.#headerFilled < size) return at;
      const length = this.#checkedLength(size);
      if (chunk.length - at >= length) {
        this.#emit(chunk.subarray(at, at + length));
        return at + length;
      }
      this.#bodyLength = length;
      this.#body = new Uint8Array(Math.min(length, Math.max(4096, chunk.length - at)));
    }
    const taken = Math.min(chunk.length - at, this.#bodyLength - this.#bodyFilled);
    const body = this.#roomFor(this.#body, this.#bodyFilled + taken);
    body.set(chunk.subarray(at, at + taken), this.#bodyFilled);
    this.#bodyFilled += taken;
    if (this.#bodyFilled === this.#bodyLength) this.#emit(body.subarray(0, this.#bodyLength));
    return at + taken;
  }

  #roomFor(body: Uint8Array, needed: number): Uint8Array {
    if (needed <= body.length) return body;
    const grown = new Uint8Array(Math.min(this.#bodyLength, Math.max(needed, body.length * 2)));
    grown.set(body.subarray(0, this.#bodyFilled));
    this.#body = grown;
    return grown;
  }

  #fillHeader(chunk: Uint8Array, start: number): number {
    let at = start;
    while (at < chunk.length && this.#headerFilled < this.#headerSize()) {
      this.#header[this.#headerFilled++] = chunk[at++] as number;
      this.#check(this.#headerFilled - 1);
    }
    return at;
  }

  /** Protocols 1 and 2, in which an old server may say that it does not know ours, have one byte less of stream id. */
  #headerSize(): number {
    return this.#headerFilled > 0 && this.#version() <= 2 ? 8 : 9;
  }

  #version(): number {
    return (this.#header[0] as number) & 0x7f;
  }

  /** Looks at a header byte as soon as it is there, so that what is not CQL is refused at once. */
  #check(place: number): void {
    const byte = this.#header[place] as number;
    const hex = `0x${byte.toString(16).padStart(2, "0")}`;
    if (place === 0) {
      const response = byte >= 0x80;
      if (response !== (this.#direction === "responses") || this.#version() === 0) {
        throw new MalformedCql(`The first byte of a frame is ${hex}: this is not CQL`);
      }
      // A client may offer any version and gets an error; a server answers in one that exists.
      if (response && this.#version() > 6) {
        throw new MalformedCql(`An answer in protocol version ${this.#version()}: this is not CQL`);
      }
    } else if (place === this.#headerSize() - 5) {
      const known = this.#direction === "requests" ? requestOpcodes : responseOpcodes;
      if (known[byte] !== 1) throw new MalformedCql(`Unknown opcode ${hex} in ${this.#direction}`);
    }
  }

  #checkedLength(size: number): number {
    const header = this.#header;
    let length = 0;
    for (let i = size - 4; i < size; i++) length = length * 256 + (header[i] as number);
    if (length > this.#maxBodyBytes) {
      throw new MalformedCql(
        `A frame of ${length} bytes; at most ${this.#maxBodyBytes} are allowed`,
      );
    }
    return length;
  }

  #emit(body: Uint8Array): void {
    const header = this.#header;
    const wide = this.#headerSize() === 9;
    const high = header[2] as number;
    const frame: Frame = {
      version: this.#version(),
      flags: header[1] as number,
      stream: wide ? ((high << 24) >> 16) | (header[3] as number) : (high << 24) >> 24,
      opcode: header[wide ? 4 : 3] as number,
      body,
    };
    this.#headerFilled = 0;
    this.#body = undefined;
    this.#bodyFilled = 0;
    this.#onFrame(frame);
  }
}

function opcodeSet(...codes: readonly number[]): Uint8Array {
  const set = new Uint8Array(256);
  for (const code of codes) set[code] = 1;
  return set;
}
