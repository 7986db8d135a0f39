const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Reads a duration of cassandra.yaml 4.1+ (`10s`, `3h`, `100ms`) in milliseconds; without a unit it is none. */
export function readDuration(text: string | undefined): number | undefined {
  const match = /^(\d+)\s*(ns|us|µs|ms|s|m|h|d)$/.exec(text?.trim() ?? "");
  const unit = UNITS[match?.[2] ?? ""];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}
