/**
 * One row as a replica keeps it: cells with write times, merged by the newest. The same rules as Cassandra's
 * (Cells.reconcile): of equal times a deletion wins, then the greater bytes.
 */

export interface Cell {
  /** Undefined: deleted. */
  readonly value: Uint8Array | undefined;
  /** Write time in microseconds. */
  readonly at: number;
  /** Seconds since the epoch after which it counts as deleted. */
  readonly expiresAt: number | undefined;
}

export interface Row {
  /** Of an INSERT: the row is there although all its cells may be null. */
  readonly marker: { readonly at: number; readonly expiresAt: number | undefined } | undefined;
  /** Deletion of the whole row, in microseconds. */
  readonly deletedAt: number | undefined;
  readonly cells: ReadonlyMap<string, Cell>;
}

export const noRow: Row = { marker: undefined, deletedAt: undefined, cells: new Map() };

/** Both rows as one; the order does not matter. */
export function mergeRows(a: Row, b: Row): Row {
  const deletedAt = newest(a.deletedAt, b.deletedAt);
  const since = deletedAt ?? Number.NEGATIVE_INFINITY;
  const cells = new Map<string, Cell>();
  for (const row of [a, b]) {
    for (const [name, cell] of row.cells) {
      if (cell.at <= since) continue;
      const known = cells.get(name);
      if (known === undefined || wins(cell, known)) cells.set(name, cell);
    }
  }
  const marker =
    a.marker === undefined || (b.marker !== undefined && b.marker.at > a.marker.at)
      ? b.marker
      : a.marker;
  return {
    marker: marker !== undefined && marker.at <= since ? undefined : marker,
    deletedAt,
    cells,
  };
}

/** The values of a row that is there at `nowSeconds`; undefined for one that is deleted, expired or was never written. */
export function valuesOf(
  row: Row,
  nowSeconds: number,
): ReadonlyMap<string, Uint8Array> | undefined {
  const values = new Map<string, Uint8Array>();
  for (const [name, cell] of row.cells) {
    if (cell.value !== undefined && isLive(cell.expiresAt, nowSeconds))
      values.set(name, cell.value);
  }
  const marked = row.marker !== undefined && isLive(row.marker.expiresAt, nowSeconds);
  return marked || values.size > 0 ? values : undefined;
}

/** True when two rows are the same, deletions and write times included. */
export function sameRow(a: Row, b: Row): boolean {
  if (a.deletedAt !== b.deletedAt || a.cells.size !== b.cells.size) return false;
  if (a.marker?.at !== b.marker?.at || a.marker?.expiresAt !== b.marker?.expiresAt) return false;
  for (const [name, cell] of a.cells) {
    const other = b.cells.get(name);
    if (other === undefined || other.at !== cell.at || other.expiresAt !== cell.expiresAt)
      return false;
    if (compareBytes(cell.value, other.value) !== 0) return false;
  }
  return true;
}

function wins(cell: Cell, known: Cell): boolean {
  if (cell.at !== known.at) return cell.at > known.at;
  if ((cell.value === undefined) !== (known.value === undefined)) return cell.value === undefined;
  return compareBytes(cell.value, known.value) > 0;
}

function compareBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function newest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

function isLive(expiresAt: number | undefined, nowSeconds: number): boolean {
  return expiresAt === undefined || nowSeconds < expiresAt;
}
