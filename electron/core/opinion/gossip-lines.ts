/** Lines of system.log in which a node says that it holds another one for up or down. */
import { readEndpoint } from "../../../shared/parse/text/endpoint.ts";

export interface GossipLine {
  readonly address: string;
  readonly state: "up" | "down";
  /** The node's local time as if it were UTC, milliseconds. */
  readonly localMs: number;
  readonly line: string;
}

/** Gossiper of 1.2–5.0: `InetAddress /127.0.0.3:7000 is now DOWN`, with the port since 4.0; logback's `%date{ISO8601}`. */
const pattern =
  /(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)[,.](\d{3}).*\bInetAddress (\S+) is now (UP|DOWN)\s*$/;

export function gossipLines(text: string): GossipLine[] {
  const found: GossipLine[] = [];
  for (const line of text.split("\n")) {
    if (!line.includes(" is now ")) continue;
    const match = pattern.exec(line);
    const address = readEndpoint(match?.[8] ?? "")?.address;
    if (match === null || address === undefined) continue;
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = match
      .slice(1, 8)
      .map(Number);
    found.push({
      address,
      state: match[9] === "UP" ? "up" : "down",
      localMs: Date.UTC(year, month - 1, day, hour, minute, second, ms),
      line: line.trim().slice(0, 400),
    });
  }
  return found;
}
