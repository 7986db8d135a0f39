/** How long a drill waits for what. Production values are long, practice values let a person watch it to the end. */
import type { Waits } from "../contract/drill.ts";
import type { environments } from "../contract/profile.ts";

type Environment = (typeof environments)[number] | null;

const practice: Waits = {
  baselineMs: 10_000,
  leaseMs: 15_000,
  beatMs: 1_000,
  observeMs: 5_000,
  maxFaultMs: 60_000,
  recoveryMs: 120_000,
  hintsMs: 120_000,
  performanceMs: 20_000,
};

const production: Waits = {
  baselineMs: 300_000,
  leaseMs: 60_000,
  beatMs: 1_000,
  observeMs: 60_000,
  maxFaultMs: 900_000,
  recoveryMs: 900_000,
  hintsMs: 7_200_000,
  performanceMs: 300_000,
};

/** Bounds that keep the promise "a drill always ends": a lease is short enough to matter and long enough to be renewed. */
const bounds: Readonly<Record<keyof Waits, readonly [number, number]>> = {
  baselineMs: [1_000, 3_600_000],
  leaseMs: [5_000, 300_000],
  beatMs: [200, 10_000],
  observeMs: [0, 3_600_000],
  maxFaultMs: [5_000, 3_600_000],
  recoveryMs: [10_000, 3_600_000],
  hintsMs: [1_000, 86_400_000],
  performanceMs: [1_000, 3_600_000],
};

/**
 * The waits of a run.
 * @param environment of the profile; null counts as production.
 * @param wanted values that replace the defaults.
 * @returns the waits, or the sentences that say which value is out of bounds.
 */
export function waitsFor(
  environment: Environment,
  wanted: { readonly [K in keyof Waits]?: number | undefined },
): { readonly waits: Waits } | { readonly problems: readonly string[] } {
  const waits: Waits = {
    ...(environment === "practice" || environment === "lab" ? practice : production),
  };
  const problems: string[] = [];
  for (const name of Object.keys(bounds) as (keyof Waits)[]) {
    const value = wanted[name];
    if (value === undefined) continue;
    const [least, most] = bounds[name];
    if (!Number.isFinite(value) || value < least || value > most) {
      problems.push(`${name} is ${value}; it must lie between ${least} and ${most} milliseconds.`);
    } else waits[name] = value;
  }
  if (problems.length === 0 && waits.leaseMs < 3 * waits.beatMs) {
    problems.push(
      `leaseMs (${waits.leaseMs}) must be at least three beats (${3 * waits.beatMs}), or one late beat ends the drill.`,
    );
  }
  return problems.length > 0 ? { problems } : { waits };
}
