import { readInteger } from "../text/number.ts";

export interface LogLine {
  readonly level: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "FATAL";
  readonly thread: string;
  /**
   * The host's local time as if it were UTC, milliseconds since the epoch: the log does not say its zone. Take the
   * zone's minutes (`date +%z`) off to get the time.
   */
  readonly localMs: number;
  /** Class file that logged it. */
  readonly file: string;
  readonly lineNumber: number | undefined;
  readonly message: string;
}

const LINE =
  /^(TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\s+\[(.*?)\]\s+(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)[,.](\d{3})\s+(\S+?\.java)(?::(\d+)|\s+\(line (\d+)\))\s+(?:- )?(.*)$/;

/**
 * Reads the head of an entry of system.log: logback's `%-5level [%thread] %date{ISO8601} %F:%L - %msg` (2.1+, DSE
 * with two blanks) or log4j's `FILE (line N)` (1.x, 2.0). Undefined for every other line: the rest of a message of
 * several lines, a stack trace.
 */
export function readLogLine(line: string): LogLine | undefined {
  const match = LINE.exec(line);
  if (match === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = match
    .slice(3, 10)
    .map(Number);
  const level = LEVELS.find((name) => name === match[1]);
  if (level === undefined) return undefined;
  return {
    level,
    thread: match[2] ?? "",
    localMs: Date.UTC(year, month - 1, day, hour, minute, second, ms),
    file: match[10] ?? "",
    lineNumber: readInteger(match[11] ?? match[12]),
    message: match[13] ?? "",
  };
}

const LEVELS = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"] as const;
