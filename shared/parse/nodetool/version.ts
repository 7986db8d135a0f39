import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";

export interface ToolVersion {
  readonly product: "cassandra" | "dse";
  /** Cassandra's release, or DSE's where it is one: DSE's `ReleaseVersion: 4.0.0.681` is not Apache 4.0. */
  readonly release: string;
  readonly releaseVersion: string;
}

/** Reads `nodetool version [-v]` of all releases. */
export function parseVersion(text: string): Parsed<ToolVersion | undefined> {
  const tally = new Tally();
  let release: string | undefined;
  let dse: string | undefined;
  for (const line of linesOf(text)) {
    const match = /^(ReleaseVersion|DSE version): (\S+)$/.exec(line);
    if (match?.[1] === "ReleaseVersion") release = match[2];
    else if (match !== null) dse = match[2];
    else {
      if (line.startsWith("GitSHA: ")) tally.took();
      else tally.ignore(line);
      continue;
    }
    tally.took();
  }
  if (release === undefined) return tally.done(undefined, true);
  return tally.done(
    {
      product: dse === undefined ? "cassandra" : "dse",
      release: dse ?? release,
      releaseVersion: release,
    },
    false,
  );
}
