/** Errors that a node answers with (v4 specification, section 9). */

/** Errors that carry nothing but a code and a message. */
const plainCodes = {
  server: 0x0000,
  protocol: 0x000a,
  "bad credentials": 0x0100,
  overloaded: 0x1001,
  bootstrapping: 0x1002,
  truncate: 0x1003,
  syntax: 0x2000,
  unauthorized: 0x2100,
  invalid: 0x2200,
  config: 0x2300,
} as const;

/** Code of each kind of error. */
export const errorCodes = {
  ...plainCodes,
  unavailable: 0x1000,
  "write time-out": 0x1100,
  "read time-out": 0x1200,
  "read failure": 0x1300,
  "function failure": 0x1400,
  "write failure": 0x1500,
  "already exists": 0x2400,
  unprepared: 0x2500,
} as const;

export type CqlErrorKind = keyof typeof errorCodes;
type PlainErrorKind = keyof typeof plainCodes;

/** An error with all its fields. Consistency levels are text: a server may know more of them than v4. */
export type CqlErrorDetail = { readonly message: string } & (
  | {
      readonly kind: PlainErrorKind;
      /** Given where a server used a code that v4 does not have; its kind is "server". */
      readonly code?: number | undefined;
    }
  | {
      readonly kind: "unavailable";
      readonly consistency: string;
      /** Replicas that the level needs. */
      readonly required: number;
      /** Replicas that the coordinator believed alive. */
      readonly alive: number;
    }
  | ({ readonly kind: "write time-out"; readonly writeType: string } & Answers)
  | ({ readonly kind: "read time-out"; readonly dataPresent: boolean } & Answers)
  | ({
      readonly kind: "read failure";
      readonly dataPresent: boolean;
      readonly numFailures: number;
    } & Answers)
  | ({
      readonly kind: "write failure";
      readonly writeType: string;
      readonly numFailures: number;
    } & Answers)
  | {
      readonly kind: "function failure";
      readonly keyspace: string;
      readonly functionName: string;
      readonly argumentTypes: readonly string[];
    }
  | { readonly kind: "already exists"; readonly keyspace: string; readonly table: string }
  | { readonly kind: "unprepared"; readonly unpreparedId: Uint8Array }
);

interface Answers {
  readonly consistency: string;
  /** Replicas that had answered. */
  readonly received: number;
  /** Replicas that were waited for. */
  readonly blockFor: number;
}

/** True for a kind that carries only a message. */
export function isPlainErrorKind(kind: CqlErrorKind): kind is PlainErrorKind {
  return kind in plainCodes;
}

/** A node understood the request and refused it, or could not do it. `message` is what the node said. */
export class CqlServerError extends Error {
  readonly code: number;
  readonly kind: CqlErrorKind;
  // Each kind has the fields of its CqlErrorDetail, and no others.
  declare readonly consistency?: string;
  declare readonly required?: number;
  declare readonly alive?: number;
  declare readonly received?: number;
  declare readonly blockFor?: number;
  declare readonly writeType?: string;
  declare readonly dataPresent?: boolean;
  declare readonly numFailures?: number;
  declare readonly unpreparedId?: Uint8Array;
  declare readonly keyspace?: string;
  declare readonly table?: string;
  declare readonly functionName?: string;
  declare readonly argumentTypes?: readonly string[];

  constructor(detail: CqlErrorDetail) {
    const { message, kind, ...fields } = detail;
    super(message);
    this.name = "CqlServerError";
    this.kind = kind;
    this.code = codeOf(detail);
    Object.assign(this, fields, { code: this.code });
  }
}

/** The code that an error has on the wire. */
export function codeOf(detail: CqlErrorDetail): number {
  return "code" in detail && detail.code !== undefined ? detail.code : errorCodes[detail.kind];
}
