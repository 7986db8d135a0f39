/** Heap, collector and pauses. */
import { useMemo } from "react";
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, isUnknown, mapFact } from "../../../shared/facts/fact.ts";
import { Chart } from "../../chart/Chart.tsx";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { formatBytes, formatClock, formatDuration, formatShare } from "../../ui/format.ts";
import { categoryColour } from "../../ui/palette.ts";
import { shownTheme } from "../../ui/theme-store.ts";
import { pausesOption } from "./pauses-option.ts";
import { FactRow } from "./SummaryTab.tsx";

type Gc = Extract<NodeView["gc"], { value: unknown }>["value"];

function Pauses(props: { readonly gc: Gc; readonly at: number }): React.ReactElement {
  const theme = useStore(shownTheme, (value) => value);
  const option = useMemo(
    () => pausesOption(props.gc, props.at, theme),
    [props.gc, props.at, theme],
  );
  const kinds = [...new Set(props.gc.pauses.map((pause) => pause.kind))].sort();
  if (props.gc.pauses.length === 0) return <p className="muted">{t("node.noPauses")}</p>;
  return (
    <>
      <Chart option={option} height={140} label={t("node.pauseChart")} />
      <ul className="row-wrap">
        {kinds.map((kind, i) => (
          <li key={kind} className="row">
            <svg width="10" height="10" aria-hidden="true">
              <circle cx="5" cy="5" r="4" fill={categoryColour(i, theme)} />
            </svg>
            {kind}
          </li>
        ))}
      </ul>
    </>
  );
}

export function JvmTab(props: { readonly node: NodeView }): React.ReactElement {
  const { node } = props;
  return (
    <>
      <section>
        <h3>{t("node.heap")}</h3>
        <dl className="facts">
          <FactRow
            node={node}
            name={t("node.heap")}
            fact={node.heap}
            format={(heap) =>
              heap.maxBytes === undefined
                ? formatBytes(heap.usedBytes)
                : `${t("node.ofTotal", { value: formatBytes(heap.usedBytes), total: formatBytes(heap.maxBytes) })} (${formatShare(heap.usedBytes / heap.maxBytes)})`
            }
          />
          <FactRow node={node} name={t("node.jvm")} fact={node.jvm} format={(jvm) => jvm} />
          <FactRow
            node={node}
            name={t("node.uptime")}
            fact={node.processUptimeMs}
            format={formatDuration}
          />
        </dl>
      </section>
      <section>
        <h3>{t("node.pauses")}</h3>
        {isUnknown(node.gc) ? (
          <p>{node.gc.unknown}</p>
        ) : (
          <>
            <dl className="facts">
              <FactRow
                node={node}
                name={t("node.collector")}
                fact={mapFact(node.gc, (gc) => gc.collector)}
                format={(name) => name}
              />
              <FactRow
                node={node}
                name={t("node.longest")}
                fact={node.gc}
                format={(gc) =>
                  gc.longestMs === undefined ? t("node.noPauses") : formatDuration(gc.longestMs)
                }
              />
              <FactRow
                node={node}
                name={t("node.pauses")}
                fact={node.gc}
                format={(gc) =>
                  t("node.pausesText", {
                    count: gc.pauses.length,
                    total: formatDuration(gc.totalMs),
                    since: formatClock(gc.since),
                  })
                }
              />
            </dl>
            {hasValue(node.gc) && <Pauses gc={node.gc.value} at={node.gc.at} />}
          </>
        )}
      </section>
    </>
  );
}
