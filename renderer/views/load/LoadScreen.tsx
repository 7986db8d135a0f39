/** Ownership against load against disk, aligned a node a row, and every disk. */
import { HTMLSelect } from "@blueprintjs/core";
import { useRows } from "../../ui/use-rows.ts";
import { useMemo, useRef } from "react";
import type { TokenRing } from "../../../shared/cluster/token-ring.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, valueOf } from "../../../shared/facts/fact.ts";
import { ClusterScreen } from "../../app/ClusterScreen.tsx";
import { openNode } from "../../app/navigation.ts";
import { factorsText, replicatedKeyspaces } from "../../app/replication-words.ts";
import { t } from "../../i18n/i18n.ts";
import { chosenKeyspace, useChosenKeyspace } from "../../ui/chosen-keyspace.ts";
import { Figure } from "../../ui/Figure.tsx";
import { formatBytes, formatNumber, formatShare } from "../../ui/format.ts";
import { marksOf } from "../../ui/node-mark.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import { stateWord } from "../../ui/state-word.ts";
import { ringOfView } from "../../ui/ring-of-view.ts";
import { DisksTable } from "./DisksTable.tsx";
import {
  compareLoad,
  loadRows,
  measures,
  skewOf,
  type LoadRow,
  type Measure,
  type Misfit,
} from "./skew.ts";
import "./load.css";

const rowPx = 30;
const formats: Readonly<Record<Measure, (value: number) => string>> = {
  primary: formatShare,
  ownership: formatShare,
  load: formatBytes,
  disk: formatBytes,
};

/** Share of the ring whose primary replica each node is. */
function primaryShares(ring: TokenRing | undefined): ReadonlyMap<string, number> | undefined {
  if (ring?.shares === undefined) return undefined;
  const sums = new Map<string, number>();
  for (const [range, share] of ring.shares.entries()) {
    const key = ring.nodes[ring.owners[range] ?? -1]?.key;
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + share);
  }
  return sums;
}

function misfitText(misfit: Misfit, keyspace: string): string {
  switch (misfit.kind) {
    case "holdsLess":
    case "holdsMore":
      return t(`load.${misfit.kind}`, {
        node: misfit.address,
        owns: formatShare(misfit.ownsShare),
        holds: formatShare(misfit.holdsShare),
      });
    case "diskMore":
      return t("load.diskMore", {
        node: misfit.address,
        disk: formatBytes(misfit.diskBytes),
        ratio: formatNumber(misfit.ratio),
      });
    case "uneven":
      return t("load.uneven", { keyspace, ratio: formatNumber(misfit.ratio) });
  }
}

function Sentences(props: {
  readonly rows: readonly LoadRow[];
  readonly keyspace: string;
}): React.ReactElement {
  const found = compareLoad(props.rows);
  if ("why" in found)
    return <p className="muted">{t("load.cannotCompare", { why: t(`load.why.${found.why}`) })}</p>;
  if (found.misfits.length === 0) return <p>{t("load.fits")}</p>;
  return (
    <ul className="note-list">
      {found.misfits.slice(0, 8).map((misfit) => (
        <li key={misfitText(misfit, props.keyspace)} className="tone-warning">
          {misfitText(misfit, props.keyspace)}
        </li>
      ))}
      {found.misfits.length > 8 && (
        <li className="muted">{t("common.showing", { shown: 8, of: found.misfits.length })}</li>
      )}
    </ul>
  );
}

function Bar(props: {
  readonly row: LoadRow;
  readonly measure: Measure;
  readonly largest: number;
}): React.ReactElement {
  const fact = props.row.facts[props.measure];
  const part = hasValue(fact) && props.largest > 0 ? (fact.value / props.largest) * 100 : 0;
  return (
    <div role="cell" className="load-cell">
      <svg
        className={`load-bar load-bar-${props.measure}`}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width={part} height="10" fill="currentColor" />
      </svg>
      <span className="num">
        <Figure
          inRow
          fact={fact}
          format={formats[props.measure]}
          label={`${props.row.node.address} · ${t(`load.${props.measure}`)}`}
        />
      </span>
    </div>
  );
}

function Bars(props: {
  readonly view: ClusterView;
  readonly rows: readonly LoadRow[];
}): React.ReactElement {
  const { rows } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const list = useRows(scroll, rows.length, rowPx);
  const marks = marksOf(props.view);
  const largest = Object.fromEntries(
    measures.map((measure) => [
      measure,
      Math.max(0, ...rows.map((row) => valueOf(row.facts[measure]) ?? 0)),
    ]),
  ) as Record<Measure, number>;
  return (
    <div
      ref={scroll}
      className="panel load-table"
      role="table"
      aria-label={t("rail.load")}
      aria-rowcount={rows.length + 2}
      tabIndex={0}
    >
      <div className="load-head" role="rowgroup">
        <div role="row" className="load-row">
          <div role="columnheader">{t("table.address")}</div>
          {measures.map((measure) => (
            <div key={measure} role="columnheader" className="load-title">
              {t(`load.${measure}`)}
            </div>
          ))}
        </div>
        <div role="row" className="load-row load-skew">
          <div role="rowheader">{t("load.skew")}</div>
          {measures.map((measure) => {
            const skew = skewOf(rows, measure);
            return (
              <div key={measure} role="cell" className="num">
                {skew === undefined ? t("load.notEnough") : `${formatNumber(skew)}×`}
              </div>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" className="load-body" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <div
              key={row.node.key}
              role="row"
              aria-rowindex={item.index + 3}
              className="load-row load-node"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <div role="rowheader" className="row">
                <NodeState
                  mark={marks.get(row.node.key) ?? "unknown"}
                  text={stateWord(row.node, marks.get(row.node.key) ?? "unknown")}
                />
                <button
                  type="button"
                  className="plain link cut"
                  onClick={() => openNode(row.node.key, "disks")}
                >
                  {row.node.address}
                </button>
              </div>
              {measures.map((measure) => (
                <Bar key={measure} row={row} measure={measure} largest={largest[measure]} />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Load(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const keyspace = useChosenKeyspace(view);
  const ring = ringOfView(view);
  const primary = useMemo(() => primaryShares(ring), [ring]);
  const name = keyspace?.name ?? "";
  const rows = useMemo(
    () => loadRows(view, orderedNodes(view), name, primary),
    [view, name, primary],
  );
  return (
    <>
      <div className="row-wrap">
        <label className="row">
          {t("common.keyspace")}
          <HTMLSelect
            value={name}
            options={replicatedKeyspaces(view).map((each) => ({
              value: each.name,
              label: `${each.name} (RF ${factorsText(each.replication.factors)})`,
            }))}
            onChange={(event) => chosenKeyspace.set(event.currentTarget.value)}
          />
        </label>
        <span className="muted">
          {keyspace === undefined ? t("load.noKeyspace") : t("load.perNode")}
        </span>
      </div>
      <section className="load-sentences" aria-label={t("load.sentences")}>
        <Sentences rows={rows} keyspace={name} />
      </section>
      <Bars view={view} rows={rows} />
      <DisksTable view={view} />
    </>
  );
}

export function LoadScreen(): React.ReactElement {
  return (
    <ClusterScreen what={t("rail.load")} fill>
      {(view) => <Load view={view} />}
    </ClusterScreen>
  );
}
