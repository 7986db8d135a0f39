/** Figures as text: three significant digits, the unit always, never rounded into a claim that is not true. */

const minus = "−";
/** Number and unit stay on one line. */
const gap = "\u00a0";
const kibi = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function group(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Three significant digits in plain notation: 0.0123, 1.24, 12.3, 8,410. Not for counts: those are exact. */
export function formatNumber(value: number): string {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const decimals = Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(size))));
  const rounded = size >= 1_000 ? String(Number(size.toPrecision(3))) : size.toFixed(decimals);
  return `${value < 0 ? minus : ""}${group(trimZeros(rounded))}`;
}

/** An exact whole number with thousands separated: 8,412. */
export function formatCount(value: number): string {
  return `${value < 0 ? minus : ""}${group(String(Math.abs(Math.round(value))))}`;
}

/** Bytes on a 1024 base: `812 B`, `1.24 MiB`. */
export function formatBytes(bytes: number): string {
  let size = Math.abs(bytes);
  let unit = 0;
  // 1,023.6 would print as 1,020: from 999.5 on the next unit reads better and is as exact.
  while (size >= 999.5 && unit < kibi.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const number = unit === 0 ? String(Math.round(size)) : formatNumber(size);
  return `${bytes < 0 ? minus : ""}${number}${gap}${kibi[unit] ?? "PiB"}`;
}

/** Bytes per second. */
export function formatByteRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** A rate per second. */
export function formatRate(perSecond: number): string {
  return `${formatNumber(perSecond)}/s`;
}

/** A share 0..1 as per cent. It says 100 % only for exactly 1 and 0 % only for exactly 0. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.001) return `<${gap}0.001${gap}%`;
  if (percent < 100 && percent > 99.999) return `>${gap}99.999${gap}%`;
  for (let digits = 3; digits <= 8; digits += 1) {
    const text = trimZeros(percent.toPrecision(digits));
    if (Number(text) !== 100 || percent === 100) return `${text.replace("-", minus)}${gap}%`;
  }
  return `${formatNumber(percent)}${gap}%`;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration given in ms: `820 µs`, `12.3 ms`, `4.21 s`, `4 m 10 s`, `3 h 5 m`, `2 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `${minus}${formatDuration(-ms)}`;
  if (ms === 0) return `0${gap}ms`;
  if (ms < 0.9995) return `${formatNumber(ms * 1_000)}${gap}µs`;
  if (ms < 999.5) return `${formatNumber(ms)}${gap}ms`;
  if (ms < 59.95 * second) return `${formatNumber(ms / second)}${gap}s`;
  const whole = Math.round(ms / second) * second;
  const two = (large: number, largeUnit: string, small: number, smallUnit: string): string => {
    const rest = Math.floor((whole % large) / small);
    return `${group(String(Math.floor(whole / large)))}${gap}${largeUnit}${rest === 0 ? "" : `${gap}${rest}${gap}${smallUnit}`}`;
  };
  if (whole < hour) return two(minute, "m", second, "s");
  if (whole < day) return two(hour, "h", minute, "m");
  return two(day, "d", hour, "h");
}

/** How long ago, coarse enough not to flicker: `0.8 s`, `14 s`, `4 m 10 s`. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 10 * second) return `${(Math.floor(age / 100) / 10).toFixed(1)}${gap}s`;
  if (age < minute) return `${Math.floor(age / second)}${gap}s`;
  return formatDuration(age);
}

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");

/** Local time of day: `14:03:10`. */
export function formatClock(at: number): string {
  const time = new Date(at);
  return `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
}

/** Local date and time of day: `2026-12-01 14:03:10`. */
export function formatDateTime(at: number): string {
  const time = new Date(at);
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${formatClock(at)}`;
}

/** The same instant in UTC to the millisecond, for hovers and the figure card. */
export function formatUtc(at: number): string {
  return new Date(at).toISOString().replace("T", " ").replace("Z", " UTC");
}

/** Signed milliseconds relative to an injection: `+18.4 s`, `−2.1 s`. */
export function formatAfter(ms: number): string {
  return ms < 0 ? formatDuration(ms) : `+${formatDuration(ms)}`;
}
