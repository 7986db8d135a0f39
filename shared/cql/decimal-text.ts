/**
 * Decimals as text, in the form and with the meaning of Java's BigDecimal.toString, which cqlsh and Cassandra use:
 * each pair of digits and scale has exactly one text, so `1.20` stays `1.20`.
 */
interface Decimal {
  readonly unscaled: bigint;
  /** Digits after the point; negative for trailing zeros that are not written. 32 bits. */
  readonly scale: number;
}

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/;

/** The text of unscaled × 10^-scale. */
export function formatDecimal({ unscaled, scale }: Decimal): string {
  const sign = unscaled < 0n ? "-" : "";
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString();
  if (scale === 0) return sign + digits;
  const exponent = digits.length - 1 - scale;
  if (scale > 0 && exponent >= -6) {
    const padded = digits.padStart(scale + 1, "0");
    return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  }
  const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
  return exponent === 0
    ? sign + mantissa
    : `${sign}${mantissa}E${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

/** The decimal that a text means; undefined when it is not one or its scale has more than 32 bits. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return undefined;
  const scale = fraction.length - Number(exponent);
  if (scale < -0x80000000 || scale > 0x7fffffff) return undefined;
  const digits = BigInt(whole + fraction);
  return { unscaled: sign === "-" ? -digits : digits, scale };
}
