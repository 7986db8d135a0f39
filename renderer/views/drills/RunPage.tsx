/** A run: live while it goes on, its result once it is closed, from the same values. */
import { useEffect, useState } from "react";
import type { RunView } from "../../../shared/contract/drill.ts";
import { useHost } from "../../app/host-context.ts";
import { go } from "../../app/navigation.ts";
import { followRun, type RunSession } from "../../host/run-session.ts";
import { createStore, useStore } from "../../host/store.ts";
import type { RunState } from "../../host/run-session.ts";
import { t } from "../../i18n/i18n.ts";
import { EnvironmentLabel } from "../../ui/EnvironmentLabel.tsx";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { formatAge, formatClock } from "../../ui/format.ts";
import { useNow } from "../../ui/now.ts";
import { PhaseLine } from "./PhaseLine.tsx";
import { RunCharts } from "./RunCharts.tsx";
import { Ledger, Messages, Milestones } from "./RunFigures.tsx";
import { Comparison, RunResult } from "./RunResult.tsx";

const none = createStore<RunState | undefined>(undefined);

function useRun(runId: string): RunState | undefined {
  const { client } = useHost();
  const [sessions] = useState(() => createStore<RunSession | undefined>(undefined));
  const session = useStore(sessions, (newest) => newest);
  useEffect(() => {
    const followed = followRun(client, runId);
    sessions.set(followed);
    return () => {
      followed.close();
      sessions.set(undefined);
    };
  }, [client, sessions, runId]);
  return useStore<RunState | undefined, RunState | undefined>(
    session?.state ?? none,
    (state) => state,
  );
}

function Silent(props: {
  readonly since: number;
  readonly why: string;
  readonly run: RunView | undefined;
}): React.ReactElement {
  const now = useNow();
  const back = props.run?.guard.comesBackAt;
  return (
    <div className="strip" role="status">
      {t("run.silent", { at: formatClock(props.since), age: formatAge(now - props.since) })}{" "}
      {props.why}
      {back !== undefined && ` ${t("run.silentGuard", { at: formatClock(back) })}`}
    </div>
  );
}

function Head(props: { readonly run: RunView }): React.ReactElement {
  const { plan } = props.run;
  return (
    <header className="screen-head">
      <button type="button" className="plain link" onClick={() => go("drills")}>
        {t("rail.drills")}
      </button>
      <h1>
        {plan.drill.id} · {plan.drill.name}
      </h1>
      <span>
        {t("run.where", {
          node: plan.nodes.map((node) => node.address).join(", "),
          cluster: plan.target.cluster,
        })}
      </span>
      <EnvironmentLabel environment={plan.target.environment} />
      {plan.target.simulated && <span className="simulated-word">{t("title.simulated")}</span>}
      <span className="muted grow">
        {t("run.load", {
          load: t(`plan.loadOf.${plan.load.kind}`),
          rate: plan.load.ratePerSecond,
          level: plan.load.consistency,
          rf: plan.load.rf,
        })}
      </span>
    </header>
  );
}

export function RunPage(props: { readonly runId: string }): React.ReactElement {
  const state = useRun(props.runId);
  const run = state?.view;
  if (run === undefined) {
    return (
      <div className="screen">
        {state?.gone !== undefined ? (
          <>
            <ErrorNote error={state.gone} title={t("run.gone")} />
            <p>
              <button
                type="button"
                className="plain link"
                onClick={() => go("reports", [props.runId])}
              >
                {t("run.toReport")}
              </button>
            </p>
          </>
        ) : state?.silent !== undefined ? (
          <Silent since={state.silent.since} why={state.silent.why} run={undefined} />
        ) : (
          <p className="muted">{t("run.loading")}</p>
        )}
      </div>
    );
  }
  return (
    <div className="screen">
      <Head run={run} />
      {state?.silent !== undefined && (
        <Silent since={state.silent.since} why={state.silent.why} run={run} />
      )}
      <PhaseLine run={run} />
      {run.result !== undefined && <RunResult plan={run.plan} result={run.result} />}
      <div className="run">
        <div className="stack">
          {run.result !== undefined && <Comparison lines={run.result.comparison} />}
          <RunCharts run={run} />
          <Messages run={run} />
        </div>
        <div className="stack">
          <Ledger run={run} />
          <Milestones milestones={run.milestones} newestFirst={run.result === undefined} />
        </div>
      </div>
    </div>
  );
}
