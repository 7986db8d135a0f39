/** A value that its CQL type cannot hold: a mistake of the caller, found before anything is sent. */
export class CqlValueError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CqlValueError";
  }
}
