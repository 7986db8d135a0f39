/** What will happen: which requests go on, which fail, and when; the sentences that will be checked; the ranges. */
import { useMemo } from "react";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { DrillPlan, Impact } from "../../../shared/contract/drill.ts";
import { rangeEnds, ringArcs } from "../../chart/ring-arcs.ts";
import { RingCanvas, type RingLayer } from "../../chart/RingCanvas.tsx";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { formatShare } from "../../ui/format.ts";
import { chartColours } from "../../ui/palette.ts";
import { replicasOfRing, ringOfView } from "../../ui/ring-of-view.ts";
import { shownTheme } from "../../ui/theme-store.ts";
import { groupNodes } from "../../ui/node-order.ts";
import { impactRows } from "./impact-rows.ts";
import "../../ui/tables.css";

const nothing = (): void => {};

function AffectedRing(props: {
  readonly view: ClusterView;
  readonly plan: DrillPlan;
}): React.ReactElement | null {
  const { view, plan } = props;
  const theme = useStore(shownTheme, (value) => value);
  const ring = ringOfView(view);
  const ends = useMemo(() => (ring === undefined ? new Float64Array() : rangeEnds(ring)), [ring]);
  const dcs = groupNodes(view)
    .map((group) => group.dc ?? "")
    .join("\n");
  const target = plan.nodes.map((node) => node.key).join(" ");
  const { rf } = plan.load;
  const layers = useMemo<readonly RingLayer[]>(() => {
    if (ring === undefined) return [];
    const colours = chartColours(theme);
    const factors = Object.fromEntries(dcs.split("\n").map((dc) => [dc, rf]));
    const replicas = replicasOfRing(ring, { strategy: "NetworkTopologyStrategy", factors });
    const keys = new Set(target.split(" "));
    const hit = (range: number): number =>
      (replicas?.[range] ?? []).some((key) => keys.has(key)) ? 1 : 0;
    return [
      {
        arcs: ringArcs(ends, hit, 1_500),
        colourOf: (group) => (group === 1 ? colours.amber : colours.line),
        inner: 0.78,
        outer: 0.96,
      },
    ];
  }, [ring, ends, dcs, target, rf, theme]);
  if (ring === undefined) return null;
  const own = plan.impact.find((row) => row.keyspace === plan.load.keyspace);
  return (
    <div className="plan-ring">
      <RingCanvas
        layers={layers}
        ends={ends}
        onPoint={nothing}
        label={t("plan.ringLabel", {
          share: formatShare(own?.affectedShare ?? 0),
          node: plan.nodes[0]?.address ?? "",
        })}
      >
        <strong>{own === undefined ? "–" : formatShare(own.affectedShare)}</strong>
        <span className="muted">{t("plan.affected")}</span>
      </RingCanvas>
    </div>
  );
}

const tones: Readonly<Record<Impact["undetected"] | Impact["detected"], string>> = {
  "goes on": "tone-good",
  "times out": "tone-critical",
  refused: "tone-critical",
  "not affected": "muted",
};

function ImpactTable(props: { readonly plan: DrillPlan }): React.ReactElement {
  const { plan } = props;
  const phase = (
    word: Impact["undetected"] | Impact["detected"],
    share: number,
  ): React.ReactElement => (
    <span className={tones[word]}>
      {t(`impact.${word}`)}
      {(word === "times out" || word === "refused") && ` (${formatShare(share)})`}
    </span>
  );
  return (
    <table className="grid-table">
      <caption className="visually-hidden">{t("plan.impact")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("common.keyspace")}</th>
          <th scope="col">{t("common.level")}</th>
          <th scope="col">{t("plan.operation")}</th>
          <th scope="col" className="num">
            {t("plan.affectedShare")}
          </th>
          <th scope="col">{t("plan.undetected")}</th>
          <th scope="col">{t("plan.detected")}</th>
        </tr>
      </thead>
      <tbody>
        {impactRows(plan).map(({ impact, operations, own }) => (
          <tr
            key={`${impact.keyspace} ${operations.join(" ")}`}
            className={own ? "own-keyspace" : ""}
          >
            <th scope="row" className="cut" title={impact.keyspace}>
              {own ? t("plan.ownKeyspace") : impact.keyspace}
            </th>
            <td>{impact.consistency}</td>
            <td>{operations.map((operation) => t(`plan.op.${operation}`)).join(", ")}</td>
            <td className="num">{formatShare(impact.affectedShare)}</td>
            <td>{phase(impact.undetected, impact.failingShare)}</td>
            <td>{phase(impact.detected, impact.failingShare)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Prediction(props: {
  readonly view: ClusterView;
  readonly plan: DrillPlan;
}): React.ReactElement {
  const { plan } = props;
  return (
    <section className="panel" aria-label={t("plan.prediction")}>
      <div className="panel-head">
        <h2>{t("plan.prediction")}</h2>
        <span className="muted grow">{t("plan.predictionText")}</span>
      </div>
      <div className="prediction">
        <div className="stack">
          <div className="grid-scroll" tabIndex={0} role="group" aria-label={t("plan.impact")}>
            <ImpactTable plan={plan} />
          </div>
          <ol className="prediction-lines">
            {plan.prediction.map((line) => (
              <li key={line.id}>
                <p>{line.text}</p>
                <p className="muted">{t("plan.because", { why: line.because })}</p>
              </li>
            ))}
          </ol>
        </div>
        <AffectedRing view={props.view} plan={plan} />
      </div>
      <details className="plan-steps">
        <summary>{t("plan.steps", { count: plan.steps.length })}</summary>
        <ol>
          {plan.steps.map((step) => (
            <li key={step.id}>
              {step.text} <span className="muted">{t("plan.undo", { undo: step.undo })}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
