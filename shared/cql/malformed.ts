/** Bytes that are not the native protocol, or not what their frame says they are. */
export class MalformedCql extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MalformedCql";
  }
}
