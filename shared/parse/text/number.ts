/**
 * Numbers as JVMs and shells print them. nodetool formats part of its numbers in the server's locale and part in
 * the session's, so a decimal comma and a decimal point can stand in one output.
 */
const NUMBER = /^[-+]?(\d{1,3}(?:[\u00A0\u202F ]\d{3})+|\d+)?(?:[.,](\d+))?(?:[eE]([-+]?\d+))?$/;

/**
 * Reads a number; `?`, `NaN`, `N/A`, `n/a`, `-`, `Infinity`, an empty cell and anything else give undefined.
 * Accepts point or comma as decimal mark, exponents, and blanks (also U+00A0, U+202F) between thousands.
 */
export function readNumber(text: string | undefined): number | undefined {
  const cell = text?.trim();
  if (cell === undefined || cell === "") return undefined;
  const match = NUMBER.exec(cell);
  if (match === null || (match[1] === undefined && match[2] === undefined)) return undefined;
  const value = Number(cell.replace(/[\u00A0\u202F ]/g, "").replace(",", "."));
  return Number.isFinite(value) ? value : undefined;
}

/** Reads a whole number of at most 53 bits; anything else gives undefined. */
export function readInteger(text: string | undefined): number | undefined {
  const cell = text?.trim();
  if (cell === undefined || !/^[-+]?\d+$/.test(cell)) return undefined;
  const value = Number(cell);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Reads `12.5%` or `12,5 %` as a share 0..1; `?` and `NaN%` give undefined. */
export function readShare(text: string | undefined): number | undefined {
  const match = /^(.*?)\s*%$/.exec(text?.trim() ?? "");
  const percent = readNumber(match?.[1]);
  return percent === undefined ? undefined : percent / 100;
}
