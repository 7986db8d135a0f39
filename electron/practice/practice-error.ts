/** Why the practice cluster could not do what was asked, as a value: the command line and the screens show `message` and `next`. */

export type PracticeErrorKind =
  /** Off Linux, no Java 17, no Maven: the simulated cluster is the way on. */
  | "not possible here"
  /** A layout, version, folder or loopback prefix that makes no sense. */
  | "usage"
  | "ports in use"
  /** The folder holds a cluster of another version or layout. */
  | "different cluster"
  /** Another Ringdrill is working on this folder right now. */
  | "busy"
  | "no cluster"
  | "failed"
  | "cancelled";

export interface PracticeError {
  readonly kind: PracticeErrorKind;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to do next. Empty when `message` already says it. */
  readonly next: string;
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: PracticeError };

/** The exception form, inside this folder only; the public functions turn it into an `Outcome`. */
export class PracticeFailure extends Error {
  readonly detail: PracticeError;
  constructor(kind: PracticeErrorKind, message: string, next = "") {
    super(message);
    this.name = "PracticeFailure";
    this.detail = { kind, message, next };
  }
}

/**
 * Runs `work` and gives its value, or the error value of what it threw.
 * An abort of `signal` is "cancelled" whatever was thrown because of it.
 */
export async function outcomeOf<T>(
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (signal?.aborted === true) {
      return { ok: false, error: { kind: "cancelled", message: "Interrupted.", next: "" } };
    }
    if (error instanceof PracticeFailure) return { ok: false, error: error.detail };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, error: { kind: "failed", message, next: "" } };
  }
}
