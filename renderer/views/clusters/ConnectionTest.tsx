/** *Test*: every hop to every node, each shown as it passes. Nothing is saved by it. */
import { Button } from "@blueprintjs/core";
import { useEffect, useRef, useState } from "react";
import type { HopStep } from "../../../shared/contract/contract.ts";
import type { Profile, Secrets } from "../../../shared/contract/profile.ts";
import { useHost } from "../../app/host-context.ts";
import { hostError, type HostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { formatDuration } from "../../ui/format.ts";
import { countSteps, withStep } from "./hop-steps.ts";

const signs: Readonly<Record<HopStep["state"], { readonly sign: string; readonly tone: string }>> =
  {
    running: { sign: "…", tone: "muted" },
    ok: { sign: "✓", tone: "tone-good" },
    failed: { sign: "✕", tone: "tone-critical" },
    asking: { sign: "?", tone: "tone-warning" },
  };

function Step(props: { readonly step: HopStep }): React.ReactElement {
  const { step } = props;
  const { sign, tone } = signs[step.state];
  return (
    <li>
      <span className={tone}>
        <span aria-hidden="true">{sign}</span>
        <span className="visually-hidden">{t(`hop.${step.state}`)}</span>
      </span>
      <span className="cut">{step.node}</span>
      <span>{step.hop}</span>
      <span>
        {step.failure?.message ?? step.text}
        {step.failure !== undefined && <div className="muted">{step.failure.next}</div>}
      </span>
      <span className="muted num">
        {step.tookMs === undefined ? "" : formatDuration(step.tookMs)}
      </span>
    </li>
  );
}

export function ConnectionTest(props: {
  readonly profile: Profile;
  readonly secrets: Secrets;
  readonly onInvalid: (error: HostError) => void;
}): React.ReactElement {
  const { client } = useHost();
  const [steps, setSteps] = useState<readonly HopStep[]>([]);
  const [state, setState] = useState<"idle" | "running" | "done">("idle");
  const [error, setError] = useState<HostError>();
  const current = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      for await (const step of await client.profiles.test(
        { profile: props.profile, secrets: props.secrets },
        { signal },
      )) {
        setSteps((before) => withStep(before, step));
      }
    } catch (caught) {
      const problem = hostError(caught);
      if (problem.code === "BAD_INPUT") props.onInvalid(problem);
      else if (!signal.aborted) setError(problem);
    }
    setState("done");
  };
  const start = (): void => {
    current.current = new AbortController();
    setSteps([]);
    setError(undefined);
    setState("running");
    void run(current.current.signal);
  };
  const counts = countSteps(steps);
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>{t("profile.test")}</h2>
        <span className="muted grow cut" role="status">
          {state === "idle"
            ? t("profile.testText")
            : t(state === "running" ? "profile.testing" : "profile.tested", counts)}
        </span>
        {state === "running" ? (
          <Button
            size="small"
            text={t("profile.testStop")}
            onClick={() => current.current?.abort()}
          />
        ) : (
          <Button
            size="small"
            intent="primary"
            variant="outlined"
            text={t("profile.testRun")}
            onClick={start}
          />
        )}
      </div>
      {error !== undefined && <ErrorNote error={error} title={t("profile.testFailed")} />}
      {steps.length > 0 && (
        <ol className="hop-list">
          {steps.map((step) => (
            <Step key={`${step.node} ${step.hop}`} step={step} />
          ))}
        </ol>
      )}
    </section>
  );
}
