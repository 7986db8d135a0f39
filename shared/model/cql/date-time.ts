/**
 * The milliseconds since the epoch of a timestamp's text as CQL writes it: `2026-12-01`, with a blank or T and
 * `10:20[:30[.123]]`, with Z or ±hh[:]mm. Without a zone it is UTC, the zone of the server. Undefined for other texts.
 */
export function parseDateTime(text: string): number | undefined {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?(?:Z|([+-])(\d\d):?(\d\d))?$/.exec(
      text.trim(),
    );
  if (match === null) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const fraction = (match[7] ?? "").padEnd(3, "0");
  const utc = Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6), Number(fraction));
  const shift = (part(9) * 60 + part(10)) * 60_000;
  return match[8] === "-" ? utc + shift : utc - shift;
}
