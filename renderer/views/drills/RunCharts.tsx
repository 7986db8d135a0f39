/** Success share, p99 and what each node thinks of the target, one above the other on one time axis. */
import { useMemo } from "react";
import type { RunView } from "../../../shared/contract/drill.ts";
import { Chart } from "../../chart/Chart.tsx";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { formatAfter, formatClock } from "../../ui/format.ts";
import { shownTheme } from "../../ui/theme-store.ts";
import { ObserverLanes } from "./ObserverLanes.tsx";
import { loadLines } from "./load-lines.ts";
import { markedMilestones, phaseBands, runSpan, spreadMarks, type RunSpan } from "./phase-bands.ts";
import { lineColour, p99Option, plot, successOption } from "./run-options.ts";

const chartPx = plot.top + plot.height + 24;

function Marks(props: { readonly run: RunView; readonly span: RunSpan }): React.ReactElement {
  const { span, run } = props;
  const marks = markedMilestones(run.milestones).filter(
    (milestone) => milestone.at >= span.fromMs && milestone.at <= span.toMs,
  );
  const places = spreadMarks(
    marks.map((milestone) => (milestone.at - span.fromMs) / (span.toMs - span.fromMs)),
    0.026,
  );
  return (
    <ol className="run-marks" aria-label={t("run.milestones")}>
      {marks.map((milestone, i) => (
        <li
          key={milestone.name}
          style={{ left: `${(places[i] ?? 0) * 100}%` }}
          title={`${milestone.name} · ${formatClock(milestone.at)} · ${milestone.source}`}
        >
          <span className="run-mark-number">{i + 1}</span>
          <span className="visually-hidden">
            {milestone.name} {formatAfter(milestone.at - span.zeroMs)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Legend(props: { readonly run: RunView }): React.ReactElement {
  const theme = useStore(shownTheme, (value) => value);
  const lines = loadLines(props.run.seconds);
  return (
    <ul className="row-wrap run-legend">
      {lines.map((line) => (
        <li key={line.id} className="row">
          <svg width="22" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="22"
              y1="4"
              y2="4"
              stroke={lineColour(line, theme)}
              strokeWidth="2.5"
              strokeDasharray={line.client === "probe" ? "5 3" : undefined}
            />
          </svg>
          {t(`run.client.${line.client}`)} · {t(`plan.op.${line.op}`)}
        </li>
      ))}
      {(["fault", "recovery", "audit"] as const).map((band) => (
        <li key={band} className="row">
          <span className={`band-swatch band-${band}`} aria-hidden="true" />
          {t(`run.band.${band}`)}
        </li>
      ))}
    </ul>
  );
}

export function RunCharts(props: { readonly run: RunView }): React.ReactElement {
  const { run } = props;
  const theme = useStore(shownTheme, (value) => value);
  const span = useMemo(() => runSpan(run), [run]);
  const options = useMemo(() => {
    const lines = loadLines(run.seconds);
    const bands = phaseBands(run.phaseLog, span.toMs);
    return {
      success: successOption(lines, bands, span, theme, run.plan.objective?.successShare),
      p99: p99Option(lines, bands, span, theme, run.plan.objective?.p99Ms),
    };
  }, [run, span, theme]);
  return (
    <section className="panel run-charts" aria-label={t("run.charts")}>
      <div className="panel-head">
        <Legend run={run} />
      </div>
      {run.seconds.length === 0 ? (
        <p className="panel-body muted">{t("run.noLoad")}</p>
      ) : (
        <>
          <Marks run={run} span={span} />
          <h3 className="run-chart-title">{t("run.success")}</h3>
          <Chart option={options.success} height={chartPx} label={t("run.successLabel")} />
          <h3 className="run-chart-title">{t("run.p99")}</h3>
          <Chart option={options.p99} height={chartPx} label={t("run.p99Label")} />
        </>
      )}
      <ObserverLanes run={run} span={span} />
    </section>
  );
}
