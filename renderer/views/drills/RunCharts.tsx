/** Success share, response time, errors and what each node thinks of the target, on one time axis. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { RunView } from "../../../shared/contract/drill.ts";
import { Chart } from "../../chart/Chart.tsx";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { shownTheme } from "../../ui/theme-store.ts";
import { ObserverLanes } from "./ObserverLanes.tsx";
import { runChart } from "./run-chart.ts";
import { runSpan } from "./run-span.ts";

export function RunCharts(props: { readonly run: RunView }): React.ReactElement {
  const { run } = props;
  const theme = useStore(shownTheme, (value) => value);
  const box = useRef<HTMLElement>(null);
  const [widthPx, setWidthPx] = useState(760);
  useEffect(() => {
    if (box.current === null) return undefined;
    const observed = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidthPx(Math.round(entry.contentRect.width));
    });
    observed.observe(box.current);
    return () => observed.disconnect();
  }, []);
  const span = useMemo(() => runSpan(run), [run]);
  const chart = useMemo(() => runChart(run, span, widthPx, theme), [run, span, widthPx, theme]);
  return (
    <section ref={box} className="panel run-charts" aria-label={t("run.charts")}>
      {run.seconds.length === 0 ? (
        <p className="panel-body muted">{t("run.noLoad")}</p>
      ) : (
        <Chart option={chart.option} height={chart.heightPx} label={t("run.chartLabel")} />
      )}
      <ObserverLanes run={run} span={span} />
    </section>
  );
}
