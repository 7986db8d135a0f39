/** A CQL time: nanoseconds since midnight on the wire, `HH:MM:SS.nnnnnnnnn` as text. */
const pattern = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;
const dayNanos = 86_400_000_000_000n;

/** The text of a time, nine digits of fraction; undefined when it is not within one day. */
export function formatTime(nanos: bigint): string | undefined {
  if (nanos < 0n || nanos >= dayNanos) return undefined;
  const seconds = Number(nanos / 1_000_000_000n);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map(two).join(":")}.${String(nanos % 1_000_000_000n).padStart(9, "0")}`;
}

/** Nanoseconds since midnight; undefined when the text is not a time of day. */
export function parseTime(text: string): bigint | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const whole = BigInt(hours * 3600 + minutes * 60 + seconds);
  return whole * 1_000_000_000n + BigInt((match[4] ?? "").padEnd(9, "0"));
}
