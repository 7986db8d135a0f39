/** How is the cluster: five statements, what is wrong, what is not known, and the last hours on one time axis. */
import { useMemo, useState } from "react";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { ClusterScreen } from "../../app/ClusterScreen.tsx";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { hostError } from "../../host/host-error.ts";
import { Events } from "./Events.tsx";
import { InstantTable } from "./InstantTable.tsx";
import type { Lane } from "./lane-rows.ts";
import { mostLines } from "./lanes-option.ts";
import { Lanes } from "./Lanes.tsx";
import { Problems } from "./Problems.tsx";
import { RangePicker } from "./RangePicker.tsx";
import { Statements } from "./Statements.tsx";
import { endsOf, type TimeRange } from "./time-range.ts";
import { Unknowns } from "./Unknowns.tsx";
import { useSeries } from "./use-series.ts";
import "./overview.css";

export interface Pointed {
  readonly at: number;
  readonly lane: Lane | undefined;
}

function Overview(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const [range, setRange] = useState<TimeRange>({ kind: "live", span: "15m" });
  const [pointed, setPointed] = useState<Pointed>();
  const [widthPx, setWidthPx] = useState(720);
  const series = useSeries(view, range, widthPx);
  const ends = useMemo(() => endsOf(range, series.asked), [range, series.asked]);
  return (
    <div className="overview">
      <div className="overview-main">
        <Statements view={view} />
        <section className="panel overview-lanes" aria-label={t("overview.lanes")}>
          <div className="panel-head">
            <RangePicker
              range={range}
              onChange={setRange}
              legend={view.nodes.length > mostLines ? t("overview.bandLegend") : undefined}
            />
          </div>
          {series.error === undefined ? (
            <Lanes
              view={view}
              series={series.data}
              ends={ends}
              range={range}
              pointed={pointed}
              onRange={setRange}
              onPoint={setPointed}
              onWidth={setWidthPx}
            />
          ) : (
            <ErrorNote
              error={hostError(series.error)}
              title={t("overview.noSeries")}
              onRetry={series.retry}
            />
          )}
        </section>
        <Events view={view} ends={range.kind === "fixed" ? ends : undefined} />
      </div>
      <div className="overview-side">
        <Problems view={view} />
        {series.data !== undefined && (
          <InstantTable view={view} series={series.data} pointed={pointed} />
        )}
        <Unknowns view={view} />
      </div>
    </div>
  );
}

export function OverviewScreen(): React.ReactElement {
  return (
    <ClusterScreen what={t("rail.overview")} fill>
      {(view) => <Overview view={view} />}
    </ClusterScreen>
  );
}
