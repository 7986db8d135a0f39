/** The practice cluster that `npm start` asks for: started with the window, ended with it. */
import type { HostClient } from "../../shared/contract/client.ts";

export interface PracticeAtStart {
  /** Stops the start if it goes on still, and the cluster if it was started here. */
  end(): Promise<void>;
}

/** @param tell of its steps and of what went wrong, in a sentence each; the window opens all the same */
export function startPractice(
  { practice }: Pick<HostClient, "practice">,
  tell: (problem: string) => void,
): PracticeAtStart {
  const ending = new AbortController();
  let ours = false;
  const start = async (): Promise<void> => {
    const { state, impossible } = await practice.status();
    // One that runs already was started by somebody else, and goes on without us.
    if (state === "running" || ending.signal.aborted) return;
    if (impossible !== null) tell(`${impossible} Going on with the simulated cluster.`);
    ours = true;
    const options = impossible === null ? {} : { simulated: true };
    const steps = await practice.up(options, { signal: ending.signal });
    for await (const step of steps) tell(`practice cluster: ${step.doing}`);
  };
  const sentence = (error: unknown): string =>
    `practice cluster: ${error instanceof Error ? error.message : String(error)}`;
  const started = start().catch((error: unknown) => {
    if (!ending.signal.aborted) tell(sentence(error));
  });
  return {
    end: async () => {
      ending.abort();
      await started;
      if (ours) await practice.down().catch((error: unknown) => tell(sentence(error)));
    },
  };
}
