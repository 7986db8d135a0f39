/** All nodes at the instant under the pointer, or now: few nodes with every lane, many nodes by one lane, worst first. */
import { useRows } from "../../ui/use-rows.ts";
import { useMemo, useRef, useState } from "react";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { Series } from "../../../shared/contract/series.ts";
import { openNode } from "../../app/navigation.ts";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { formatClock } from "../../ui/format.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { categoryColour } from "../../ui/palette.ts";
import { shownTheme } from "../../ui/theme-store.ts";
import { nearestIndex, worstFirst } from "./instant.ts";
import { lanes, type Lane } from "./lane-rows.ts";
import type { Pointed } from "./OverviewScreen.tsx";
import "../../ui/tables.css";

/** With more nodes than this the table is by node, one lane at a time. */
const mostColumns = 4;
const rowPx = 24;

/** The colour of a node on the charts. */
export function NodeSwatch(props: { readonly index: number }): React.ReactElement {
  const theme = useStore(shownTheme, (value) => value);
  return (
    <svg width="10" height="10" aria-hidden="true" className="node-swatch">
      <rect width="10" height="10" rx="2" fill={categoryColour(props.index, theme)} />
    </svg>
  );
}

/** Addresses of one net without the part they share: .1, .2, .3. */
function shortAddresses(addresses: readonly string[]): readonly string[] {
  const stem = addresses[0]?.replace(/\d+$/, "") ?? "";
  return stem !== "" &&
    addresses.length > 1 &&
    addresses.every((address) => address.startsWith(stem))
    ? addresses.map((address) => `.${address.slice(stem.length)}`)
    : addresses;
}

function FewNodes(props: {
  readonly view: ClusterView;
  readonly series: Series;
  readonly index: number;
}): React.ReactElement {
  const nodes = orderedNodes(props.view);
  const short = shortAddresses(nodes.map((node) => node.address));
  const rowOf = (key: string) => props.series.nodes.find((node) => node.key === key);
  return (
    <table className="grid-table instant-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("overview.lane")}</span>
          </th>
          {nodes.map((node, i) => (
            <th key={node.key} scope="col" className="num">
              <button
                type="button"
                className="plain row"
                title={node.address}
                onClick={() => openNode(node.key)}
              >
                <NodeSwatch index={i} />
                {short[i]}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lanes.map((lane) => (
          <tr key={lane.name}>
            <th scope="row" className="cut">
              {t(`lane.${lane.name}`)}
            </th>
            {nodes.map((node) => {
              const value = rowOf(node.key)?.lanes[lane.name]?.[props.index] ?? null;
              return (
                <td key={node.key} className="num nowrap">
                  {value === null ? "–" : lane.format(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ManyNodes(props: {
  readonly view: ClusterView;
  readonly series: Series;
  readonly index: number;
  readonly lane: Lane;
}): React.ReactElement {
  const { series, index, lane } = props;
  const rows = useMemo(() => worstFirst(series, lane, index), [series, lane, index]);
  const scroll = useRef<HTMLDivElement>(null);
  const list = useRows(scroll, rows.length, rowPx);
  const largest = Math.max(...rows.map((row) => row.value ?? 0), Number.MIN_VALUE);
  return (
    <div
      ref={scroll}
      className="instant-list"
      tabIndex={0}
      role="group"
      aria-label={t(`lane.${lane.name}`)}
    >
      <ol style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li key={row.key} style={{ transform: `translateY(${item.start}px)` }}>
              <button type="button" className="plain cut" onClick={() => openNode(row.key)}>
                {row.address}
              </button>
              <svg
                className="instant-bar"
                preserveAspectRatio="none"
                viewBox="0 0 100 10"
                aria-hidden="true"
              >
                <rect width={((row.value ?? 0) / largest) * 100} height="10" fill="currentColor" />
              </svg>
              <span className="num nowrap">
                {row.value === null ? "–" : lane.format(row.value)}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function InstantTable(props: {
  readonly view: ClusterView;
  readonly series: Series;
  readonly pointed: Pointed | undefined;
}): React.ReactElement | null {
  const { view, series, pointed } = props;
  const [lastLane, setLastLane] = useState(lanes[0]);
  const lane = pointed?.lane ?? lastLane;
  if (pointed?.lane !== undefined && pointed.lane !== lastLane) setLastLane(pointed.lane);
  const index = pointed === undefined ? series.at.length - 1 : nearestIndex(series.at, pointed.at);
  const at = index === undefined ? undefined : series.at[index];
  if (index === undefined || at === undefined || lane === undefined) return null;
  const many = view.nodes.length > mostColumns;
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="grow cut">
          {many ? t("overview.worst", { lane: t(`lane.${lane.name}`) }) : t("overview.allNodes")}
        </h2>
        <span className="muted nowrap">
          {pointed === undefined
            ? t("overview.newest", { at: formatClock(at) })
            : t("overview.at", { at: formatClock(at) })}
        </span>
      </div>
      {many ? (
        <ManyNodes view={view} series={series} index={index} lane={lane} />
      ) : (
        <FewNodes view={view} series={series} index={index} />
      )}
    </section>
  );
}
