/** Figures as text on paper: three significant digits, the unit always, no claim that rounding made untrue. */

const minus = "−";
const units = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** An exact count with thousands separated: `8,412`. */
export function countText(count: number): string {
  return (
    (count < 0 ? minus : "") + String(Math.abs(Math.round(count))).replace(/\B(?=(\d{3})+$)/g, ",")
  );
}

/** A duration given in ms: `820 µs`, `12.3 ms`, `4.21 s`, `4 m 10 s`, `3 h 5 m`. */
export function durationText(ms: number): string {
  if (ms < 0) return minus + durationText(-ms);
  if (ms === 0) return "0 ms";
  if (ms < 0.9995) return `${digits(ms * 1_000)} µs`;
  if (ms < 999.5) return `${digits(ms)} ms`;
  if (ms < 59_950) return `${digits(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  const [large, largeUnit, small, smallUnit] =
    seconds < 3_600 ? [60, "m", 1, "s"] : [3_600, "h", 60, "m"];
  const rest = Math.floor((seconds % large) / small);
  return `${countText(Math.floor(seconds / large))} ${largeUnit}${rest === 0 ? "" : ` ${rest} ${smallUnit}`}`;
}

/** A share 0..1 as per cent; it says 100 % only for exactly 1 and 0 % only for exactly 0. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent === 0 || percent === 100) return `${percent} %`;
  if (percent < 0.001) return "< 0.001 %";
  if (percent > 99.999) return "> 99.999 %";
  let text = percent.toPrecision(3);
  for (let more = 4; Number(text) === 100; more += 1) text = percent.toPrecision(more);
  return `${trimmed(text)} %`;
}

/** Bytes on a base of 1024: `812 B`, `1.24 MiB`. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(size) : digits(size)} ${units[unit]}`;
}

/** An instant in UTC to the millisecond: `2026-12-01 14:03:10.250 UTC`. */
export function utcText(at: number): string {
  return new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");
}

/** Milliseconds relative to the injection: `+18.9 s`, `−12 s`. */
export function afterText(ms: number): string {
  if (ms === 0) return "0";
  return ms < 0 ? durationText(ms) : `+${durationText(ms)}`;
}

function digits(value: number): string {
  const shown = value >= 100 ? value.toFixed(0) : value.toPrecision(3);
  return trimmed(shown);
}

function trimmed(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
