/** A lane an observer: what it thought of the target, when. */
import type { RunView } from "../../../shared/contract/drill.ts";
import { t } from "../../i18n/i18n.ts";
import { formatAfter } from "../../ui/format.ts";
import { markOfState } from "../topology/ViewsTab.tsx";
import { observerSegments } from "./observer-segments.ts";
import type { RunSpan } from "./run-span.ts";

const mostLanes = 40;

export function ObserverLanes(props: {
  readonly run: RunView;
  readonly span: RunSpan;
}): React.ReactElement | null {
  const { run, span } = props;
  if (run.lanes.length === 0) return null;
  return (
    <>
      <h2 className="run-chart-title">
        {t("run.observers", { node: run.plan.nodes.map((node) => node.address).join(", ") })}
      </h2>
      <ul className="observer-lanes">
        {run.lanes.slice(0, mostLanes).map((lane) => (
          <li key={lane.observer}>
            <span className="cut observer-name">{lane.observer}</span>
            <span className="observer-lane">
              {observerSegments(lane.changes, span.fromMs, span.toMs).map((segment) => (
                <span
                  key={segment.sinceMs}
                  className={`observer-segment observer-${markOfState(segment.state === "" ? null : segment.state)}`}
                  style={{
                    left: `${segment.from * 100}%`,
                    width: `${(segment.to - segment.from) * 100}%`,
                  }}
                  title={t("run.saysSince", {
                    observer: lane.observer,
                    state: segment.state,
                    after: formatAfter(segment.sinceMs - span.zeroMs),
                  })}
                >
                  {segment.state}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {run.lanes.length > mostLanes && (
        <p className="muted panel-body">
          {t("common.showing", { shown: mostLanes, of: run.lanes.length })}
        </p>
      )}
    </>
  );
}
