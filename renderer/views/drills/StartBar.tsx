/** The last step before a drill: what is still missing, and a button that names cluster and node. */
import { Button } from "@blueprintjs/core";
import { useId, useState } from "react";
import type { DrillPlan, DrillRequest } from "../../../shared/contract/drill.ts";
import { isPlayground, missingConsent, refusals } from "../../../shared/drill/permission.ts";
import { useHost } from "../../app/host-context.ts";
import { go } from "../../app/navigation.ts";
import { useActiveRun } from "../../app/session-context.tsx";
import { hostError, type HostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { EnvironmentLabel } from "../../ui/EnvironmentLabel.tsx";
import { ErrorNote } from "../../ui/FailureNote.tsx";

export function StartBar(props: {
  readonly plan: DrillPlan;
  readonly request: DrillRequest;
  readonly destructive: boolean;
  readonly old: boolean;
}): React.ReactElement {
  const { plan, request, destructive } = props;
  const { client } = useHost();
  const id = useId();
  const running = useActiveRun().view;
  const [typed, setTyped] = useState("");
  const [second, setSecond] = useState("");
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<HostError>();
  const { cluster, environment } = plan.target;
  const playground = isPlayground(environment);
  const confirmCluster = typed === "" ? undefined : typed;
  const approvedBy = second.trim() === "" ? undefined : second.trim();
  const missing = missingConsent(plan, {
    yes: playground,
    confirmCluster,
    approvedBy,
    destructive,
  });
  const refused = refusals(plan);
  const busy = running !== undefined && running.phase !== "closed";
  const node = plan.nodes.map((each) => each.address).join(", ");
  const start = (): void => {
    setStarting(true);
    setError(undefined);
    client.drills
      .start({
        profile: plan.target.profile,
        request,
        seenRunId: plan.runId,
        ...(playground ? { yes: true } : {}),
        ...(confirmCluster === undefined ? {} : { confirmCluster }),
        ...(approvedBy === undefined ? {} : { approvedBy }),
      })
      .then(
        ({ runId }) => go("drills", ["run", runId]),
        (problem: unknown) => setError(hostError(problem)),
      )
      .finally(() => setStarting(false));
  };
  return (
    <section className="start-bar" aria-label={t("start.label")}>
      {error !== undefined && <ErrorNote error={error} title={t("start.failed")} />}
      <div className="row-wrap">
        <EnvironmentLabel environment={environment} />
        <span className="grow" role="status">
          {busy ? (
            t("start.busy")
          ) : refused.length > 0 ? (
            <span className="tone-critical">
              {t("start.refused", { count: refused.length, first: refused[0] ?? "" })}
            </span>
          ) : (
            t("start.comesBack", {
              class: plan.drill.rollbackClass,
              words: plan.drill.rollbackWords,
            })
          )}
        </span>
        {!playground && (
          <label className="row" htmlFor={`${id}-name`}>
            {t("start.type", { cluster })}
            <input
              id={`${id}-name`}
              className="bp6-input start-name"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        )}
        {destructive && !playground && environment !== "staging" && (
          <label className="row" htmlFor={`${id}-second`}>
            {t("start.second")}
            <input
              id={`${id}-second`}
              className="bp6-input start-name"
              autoComplete="off"
              value={second}
              onChange={(event) => setSecond(event.currentTarget.value)}
            />
          </label>
        )}
        <Button
          intent="danger"
          size="large"
          disabled={missing.length > 0 || refused.length > 0 || starting || busy || props.old}
          title={missing[0] ?? refused[0] ?? ""}
          text={
            starting
              ? t("start.starting")
              : t("start.button", { drill: plan.drill.id, node, cluster })
          }
          onClick={start}
        />
      </div>
    </section>
  );
}
