/** The upper end of a value axis: 1, 2, 2.5 or 5 times a power of ten, so that the label is a round figure. */

/** Smallest round number that is not below `value`; 1 for nothing or zero. */
export function niceMax(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor =
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value * 0.999_999) ?? 10;
  return factor * power;
}

/** The same for sizes: round in KiB, MiB, GiB. */
export function niceMaxBytes(bytes: number): number {
  if (!(bytes > 0)) return 1024;
  const unit = 1024 ** Math.floor(Math.log(bytes) / Math.log(1024));
  return niceMax(bytes / unit) * unit;
}
