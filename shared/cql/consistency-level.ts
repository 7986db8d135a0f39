/** Consistency levels by their code on the wire (v4 specification, section 3, [consistency]). */
const names = [
  "ANY",
  "ONE",
  "TWO",
  "THREE",
  "QUORUM",
  "ALL",
  "LOCAL_QUORUM",
  "EACH_QUORUM",
  "SERIAL",
  "LOCAL_SERIAL",
  "LOCAL_ONE",
] as const;

export type ConsistencyLevel = (typeof names)[number];

const codes = new Map<string, number>(names.map((name, code) => [name, code]));

/** The level's code. */
export function consistencyCode(level: ConsistencyLevel): number {
  return codes.get(level) as number;
}

/** The level with this code; undefined when v4 has none. */
export function consistencyOf(code: number): ConsistencyLevel | undefined {
  return names[code];
}

/** The level of this name in capitals (`LOCAL_QUORUM`); undefined when there is none. */
export function consistencyNamed(name: string): ConsistencyLevel | undefined {
  const code = codes.get(name);
  return code === undefined ? undefined : names[code];
}
