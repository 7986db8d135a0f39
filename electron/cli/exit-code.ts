/** Exit codes of the command line, the same for every command. */

export const exitCodes = {
  passed: 0,
  failed: 1,
  usage: 2,
  notReached: 3,
  refused: 4,
  aborted: 5,
  interrupted: 130,
} as const;

/** Code of an error of the contract, by its name. */
const byContractError: Readonly<Record<string, number>> = {
  BAD_INPUT: exitCodes.usage,
  BAD_REQUEST: exitCodes.usage,
  NOT_FOUND: exitCodes.usage,
  FAILED: exitCodes.notReached,
  NEEDS_SECRET: exitCodes.notReached,
  UNAVAILABLE: exitCodes.notReached,
  REFUSED: exitCodes.refused,
};

/** Carries an exit code and the sentence for stderr out of a command. */
export class CommandEnd extends Error {
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.name = "CommandEnd";
    this.exitCode = exitCode;
  }
}

/** The exit code and the lines for stderr of whatever a command threw. */
export function endOf(error: unknown): {
  readonly exitCode: number;
  readonly lines: readonly string[];
} {
  if (error instanceof CommandEnd)
    return { exitCode: error.exitCode, lines: error.message === "" ? [] : [error.message] };
  if (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code in byContractError
  ) {
    return {
      exitCode: byContractError[error.code] ?? exitCodes.notReached,
      lines: [error.message, ...details(error)],
    };
  }
  if (error instanceof Error) return { exitCode: exitCodes.notReached, lines: [error.message] };
  return { exitCode: exitCodes.notReached, lines: [String(error)] };
}

/** The problems or reasons that an error of the contract carries beside its sentence. */
function details(error: Error): readonly string[] {
  const data: unknown = "data" in error ? error.data : undefined;
  if (typeof data !== "object" || data === null) return [];
  const lines: unknown =
    "problems" in data ? data.problems : "reasons" in data ? data.reasons : undefined;
  if (!Array.isArray(lines)) return [];
  return lines
    .filter((line): line is string => typeof line === "string" && !error.message.includes(line))
    .map((line) => `  ${line}`);
}
