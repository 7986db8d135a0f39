/** Pieces of a byte stream: a length in four bytes, then as many bytes. */
export const mostBytes = 64 * 2 ** 20;

export function pieceOf(bytes: Uint8Array): Buffer {
  const piece = Buffer.allocUnsafe(bytes.length + 4);
  piece.writeUInt32BE(bytes.length);
  piece.set(bytes, 4);
  return piece;
}

/** Cuts a stream into its pieces, whatever the chunks. */
export class PieceReader {
  readonly #onPiece: (piece: Buffer) => void;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #wanted: number | undefined;

  constructor(onPiece: (piece: Buffer) => void) {
    this.#onPiece = onPiece;
  }

  /** Takes the next bytes. Gives false when a piece claims to be longer than allowed: then nothing can be read on. */
  push(chunk: Buffer, limitNow: () => number = () => mostBytes): boolean {
    this.#rest.push(chunk);
    this.#restBytes += chunk.length;
    for (;;) {
      if (this.#wanted === undefined) {
        if (this.#restBytes < 4) return true;
        this.#wanted = this.#take(4).readUInt32BE();
      }
      if (this.#wanted > limitNow()) return false;
      if (this.#restBytes < this.#wanted) return true;
      const piece = this.#take(this.#wanted);
      this.#wanted = undefined;
      this.#onPiece(piece);
    }
  }

  #take(bytes: number): Buffer {
    const [first] = this.#rest;
    const all = first !== undefined && first.length >= bytes ? first : Buffer.concat(this.#rest);
    if (all === first) this.#rest.shift();
    else this.#rest = [];
    if (all.length > bytes) this.#rest.unshift(all.subarray(bytes));
    this.#restBytes -= bytes;
    return all.subarray(0, bytes);
  }
}
