/** What went wrong, taken out of oRPC's error: the screens show sentences, not codes. */
import { ORPCError } from "@orpc/client";
import type { FailureDetail } from "../../shared/facts/failure.ts";

export interface HostError {
  /** BAD_INPUT, NOT_FOUND, FAILED, REFUSED, NEEDS_SECRET, UNAVAILABLE; LINE when the host was not reached at all. */
  readonly code: string;
  readonly message: string;
  /** The failed hop, when there was one. */
  readonly failure: FailureDetail | undefined;
  /** Wrong fields or broken rules, a sentence each. */
  readonly details: readonly string[];
  readonly secret: { readonly which: SecretKind; readonly question: string } | undefined;
}

export type SecretKind = "cqlPassword" | "sshPassword" | "sshPassphrase";

const none = { failure: undefined, details: [], secret: undefined } as const;

/** Reads an error that a call threw. */
export function hostError(error: unknown): HostError {
  if (!(error instanceof ORPCError)) {
    // What a transport says of its own inside is for the details, not for an operator's first glance.
    const said = error instanceof Error ? error.message : String(error);
    return {
      ...none,
      code: "LINE",
      message: "The line to Ringdrill's host broke.",
      details: [said],
    };
  }
  const base = { ...none, code: String(error.code), message: error.message };
  const data = error.data as Record<string, unknown> | undefined | null;
  if (data === undefined || data === null) return base;
  if (error.code === "FAILED") {
    const failure = data as unknown as FailureDetail;
    return { ...base, failure, message: failure.message };
  }
  if (error.code === "BAD_INPUT") return { ...base, details: data["problems"] as string[] };
  if (error.code === "REFUSED") return { ...base, details: data["reasons"] as string[] };
  if (error.code === "NEEDS_SECRET")
    return { ...base, secret: data as unknown as NonNullable<HostError["secret"]> };
  if (error.code === "UNAVAILABLE") return { ...base, details: [String(data["why"])] };
  return base;
}
