/** What can be asked of a practice cluster's supervisor over its control socket: one line of JSON each way. */
export type SupervisorRequest =
  | { readonly do: "status" | "shut-down" }
  | {
      readonly do: "stop-ssh" | "start-ssh" | "change-host-key" | "restore-host-key";
      readonly address: string;
    };

export type SupervisorReply =
  /** Addresses whose SSH server listens, after the request. */
  | { readonly ok: true; readonly listening: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Undefined for a line that is not a request. */
export function parseRequest(line: string): SupervisorRequest | undefined {
  const value = parseObject(line);
  const what = value?.["do"];
  if (what === "status" || what === "shut-down") return { do: what };
  const address = value?.["address"];
  if (typeof address !== "string") return undefined;
  switch (what) {
    case "stop-ssh":
    case "start-ssh":
    case "change-host-key":
    case "restore-host-key":
      return { do: what, address };
    default:
      return undefined;
  }
}

/** Undefined for a line that is not a reply. */
export function parseReply(line: string): SupervisorReply | undefined {
  const value = parseObject(line);
  if (value?.["ok"] === false) return { ok: false, why: String(value["why"]) };
  const listening = value?.["listening"];
  if (value?.["ok"] !== true || !Array.isArray(listening)) return undefined;
  return { ok: true, listening: listening.map(String) };
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
