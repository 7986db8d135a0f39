/** Starting the practice cluster: its progress as it comes, and its end. */
import { useEffect, useRef, useState } from "react";
import type { PracticeOptions, Progress } from "../../../shared/contract/practice.ts";
import { useHost } from "../../app/host-context.ts";
import { hostError, type HostError } from "../../host/host-error.ts";

export interface PracticeUp {
  readonly running: boolean;
  readonly progress: readonly Progress[];
  readonly problem: HostError | undefined;
  readonly start: (options: PracticeOptions) => void;
  /** Stops waiting and tells the host to give up; nodes that already run stay. */
  readonly stop: () => void;
}

/** @param after called when the start ended, well or not. */
export function usePracticeUp(after: () => void): PracticeUp {
  const { client } = useHost();
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState<readonly Progress[]>([]);
  const [problem, setProblem] = useState<HostError>();
  const current = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const run = async (options: PracticeOptions, signal: AbortSignal): Promise<void> => {
    try {
      for await (const step of await client.practice.up(options, { signal })) {
        setProgress((before) => [...before, step]);
      }
    } catch (error) {
      if (!signal.aborted) setProblem(hostError(error));
    }
    setRunning(false);
    after();
  };
  return {
    running,
    progress,
    problem,
    start: (options) => {
      current.current = new AbortController();
      setRunning(true);
      setProgress([]);
      setProblem(undefined);
      void run(options, current.current.signal);
    },
    stop: () => current.current?.abort(),
  };
}
