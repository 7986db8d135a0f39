/** Before a drill: left what you choose, right what will happen, below what must hold first, and the button. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DrillPlan } from "../../../shared/contract/drill.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { useHost } from "../../app/host-context.ts";
import { useKeys } from "../../app/key-map.ts";
import { go } from "../../app/navigation.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { marksOf } from "../../ui/node-mark.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { PlanForm } from "./PlanForm.tsx";
import { Preflight } from "./Preflight.tsx";
import { Prediction } from "./Prediction.tsx";
import { newDraft, requestOf, type Draft } from "./request-draft.ts";
import { StartBar } from "./StartBar.tsx";

/** Preflight ages: a plan older than this is made anew while somebody reads it. */
const planMs = 15_000;
const typingMs = 350;

/** A value that follows another once it has rested, so that typing does not ask the host at every key. */
function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}

/** The last node that is up: the first ones are usually contact points and seeds. */
function usualNode(view: ClusterView): string {
  const marks = marksOf(view);
  const nodes = orderedNodes(view);
  return (nodes.findLast((node) => marks.get(node.key) === "up") ?? nodes.at(-1))?.address ?? "";
}

/** What will happen, and what must hold first; a refusal is what the operator has to read first. */
function PlanParts(props: {
  readonly view: ClusterView;
  readonly plan: DrillPlan;
  readonly draft: Draft;
  readonly change: (next: Draft) => void;
}): React.ReactElement {
  const { plan, draft, change } = props;
  const prediction = <Prediction key="prediction" view={props.view} plan={plan} />;
  const preflight = (
    <Preflight
      key="preflight"
      plan={plan}
      overrides={draft.overrides}
      onOverride={(overrides) => change({ ...draft, overrides })}
    />
  );
  const refused = plan.preflight.some((check) => check.ok === false);
  return (
    <div className="plan-parts">{refused ? [preflight, prediction] : [prediction, preflight]}</div>
  );
}

function Plan(props: {
  readonly view: ClusterView;
  readonly drill: CatalogueRow;
}): React.ReactElement {
  const { view, drill } = props;
  const { queries } = useHost();
  const [draft, setDraft] = useState<Draft>(() => newDraft(usualNode(view), drill.defaults));
  const rested = useRested(draft, typingMs);
  const request = requestOf(drill.id, rested);
  const plan = useQuery(
    queries.drills.plan.queryOptions({
      input: { profile: view.target.profile, request },
      placeholderData: keepPreviousData,
      refetchInterval: planMs,
      retry: false,
    }),
  );
  const old = rested !== draft || plan.isPlaceholderData;
  const error = plan.isError ? hostError(plan.error) : undefined;
  return (
    <>
      <header className="screen-head">
        <button type="button" className="plain link" onClick={() => go("drills")}>
          {t("rail.drills")}
        </button>
        <h1>
          {drill.id} · {drill.name}
        </h1>
        <span className="muted grow">{drill.simulates}</span>
      </header>
      <div className="plan">
        <PlanForm
          view={view}
          draft={draft}
          change={setDraft}
          problems={error?.code === "BAD_INPUT" ? error.details : []}
        />
        <div className="plan-main" aria-busy={old}>
          {error !== undefined && (
            <ErrorNote error={error} title={t("plan.failed")} onRetry={() => void plan.refetch()} />
          )}
          {plan.data === undefined && plan.isPending && (
            <p className="muted">{t("plan.loading")}</p>
          )}
          {plan.data !== undefined && error === undefined && (
            <PlanParts view={view} plan={plan.data} draft={draft} change={setDraft} />
          )}
        </div>
      </div>
      {plan.data !== undefined && error === undefined && (
        <StartBar plan={plan.data} request={request} destructive={drill.destructive} old={old} />
      )}
    </>
  );
}

interface CatalogueRow {
  readonly id: string;
  readonly name: string;
  readonly simulates: string;
  readonly destructive: boolean;
  readonly defaults: { readonly load: string; readonly consistency: string; readonly rf: number };
}

export function PlanPage(props: {
  readonly view: ClusterView;
  readonly drillId: string;
}): React.ReactElement {
  const { queries } = useHost();
  const catalogue = useQuery(queries.drills.catalogue.queryOptions({ staleTime: Infinity }));
  useKeys({ Escape: () => go("drills") });
  if (catalogue.isError)
    return (
      <ErrorNote
        error={hostError(catalogue.error)}
        title={t("drills.noCatalogue")}
        onRetry={() => void catalogue.refetch()}
      />
    );
  if (catalogue.data === undefined) return <p className="muted">{t("plan.loading")}</p>;
  const drill = catalogue.data.find((each) => each.id === props.drillId);
  if (drill === undefined) return <p>{t("plan.noSuchDrill", { id: props.drillId })}</p>;
  return <Plan view={props.view} drill={drill} />;
}
