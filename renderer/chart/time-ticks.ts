/** Ticks of a time axis at round local times. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  second,
  2 * second,
  5 * second,
  10 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
] as const;

export interface TimeTick {
  readonly at: number;
  readonly text: string;
}

const pad = (value: number): string => String(value).padStart(2, "0");

function tickText(at: number, step: number): string {
  const time = new Date(at);
  if (step >= day || (step >= hour && time.getHours() === 0))
    return `${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}`;
  return step < minute ? `${clock}:${pad(time.getSeconds())}` : clock;
}

/**
 * At most `most` ticks between two instants (ms since the epoch), the densest that fit.
 * @param offsetMs local time minus UTC, so that days and hours are round where the operator is.
 */
export function timeTicks(
  fromMs: number,
  toMs: number,
  most: number,
  offsetMs: number,
): readonly TimeTick[] {
  const span = toMs - fromMs;
  if (!(span > 0) || most < 1) return [];
  const step = steps.find((each) => span / each <= most) ?? Math.ceil(span / most / day) * day;
  const ticks: TimeTick[] = [];
  const first = Math.ceil((fromMs + offsetMs) / step) * step - offsetMs;
  for (let at = first; at <= toMs; at += step) ticks.push({ at, text: tickText(at, step) });
  return ticks;
}
