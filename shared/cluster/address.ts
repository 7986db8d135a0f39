/**
 * The same text for the same address: Java prints IPv6 in full (`0:0:0:0:0:0:0:1`), CQL compressed (`::1`). IPv4
 * and names come back in lower case; what is no address comes back as it is.
 */
export function canonicalAddress(address: string): string {
  const text = address
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/%.*$/, "");
  if (!text.includes(":")) return text;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (mapped !== null) return mapped[1] ?? text;
  const groups = expand(text);
  return groups === undefined ? text : compress(groups);
}

/** True for an address that means "any" and must be replaced by the peer's own (`rpc_address: 0.0.0.0`). */
export function isUnspecified(address: string): boolean {
  return address === "0.0.0.0" || canonicalAddress(address) === "::";
}

function expand(text: string): number[] | undefined {
  const [head = "", tail, more] = text.split("::");
  if (more !== undefined) return undefined;
  const read = (part: string) => (part === "" ? [] : part.split(":"));
  const left = read(head);
  const right = tail === undefined ? [] : read(tail);
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array<string>(missing).fill("0"), ...right];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => parseInt(group, 16))
    : undefined;
}

/** RFC 5952: the longest run of two or more zero groups becomes `::`, the first one of equals. */
function compress(groups: readonly number[]): string {
  let start = 0;
  let length = 0;
  for (let from = 0; from < groups.length; from++) {
    let to = from;
    while (groups[to] === 0) to++;
    if (to - from > length) [start, length] = [from, to - from];
  }
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(":");
  return `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}`;
}
