/**
 * The bytes that a partition's token is made of: those of the column, or, for a composite partition key, of each
 * column its length in two bytes, its bytes and a zero byte (Cassandra's CompositeType).
 * @throws RangeError when a column of a composite key is longer than 65,535 bytes, which Cassandra refuses as well
 */
export function routingKey(columns: readonly Uint8Array[]): Uint8Array {
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) return only;
  const key = new Uint8Array(columns.reduce((sum, column) => sum + column.length + 3, 0));
  let at = 0;
  for (const column of columns) {
    if (column.length > 0xffff) throw new RangeError("A column of a partition key is too long");
    key[at] = column.length >>> 8;
    key[at + 1] = column.length;
    key.set(column, at + 2);
    at += column.length + 3;
  }
  return key;
}
