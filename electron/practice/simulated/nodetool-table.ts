/** Columns as nodetool's TableBuilder pads them: each as wide as its widest cell, the last one too. */
export function table(rows: readonly (readonly string[])[], gap = " "): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows
    .map((row) => `${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(gap)}\n`)
    .join("");
}

/** `251.94 KiB`, as FileUtils.stringifyFileSize writes sizes. */
export function sizeText(bytes: number): string {
  const units = ["KiB", "MiB", "GiB", "TiB"] as const;
  if (bytes < 1_024) return `${Math.round(bytes)} bytes`;
  let value = bytes / 1_024;
  let unit = 0;
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit++;
  }
  return `${Number(value.toFixed(2))} ${units[unit] ?? "TiB"}`;
}
