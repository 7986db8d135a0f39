/** Who sees whom: a row an observer, a column a node; what differs from the others is outlined and said in words. */
import { Checkbox } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { disagreementsOf } from "../../../shared/cluster/problems-views.ts";
import type { ClusterView, ViewCell } from "../../../shared/contract/cluster-view.ts";
import { openNode } from "../../app/navigation.ts";
import { t } from "../../i18n/i18n.ts";
import { formatClock } from "../../ui/format.ts";
import type { Mark } from "../../ui/node-mark.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import { deviations, foldMatrix, type MatrixColumn, type MatrixRow } from "./fold-matrix.ts";
import "../../ui/tables.css";

/** From this many nodes on, equal rows and columns are folded unless asked otherwise. */
const foldFrom = 10;
const mostRows = 200;
const mostColumns = 60;
const mostNames = 4;

export function markOfState(state: string | null): Mark {
  if (state === null) return "unknown";
  if (state.startsWith("D")) return "down";
  if (state === "UN") return "up";
  return state.startsWith("U") ? "changing" : "unknown";
}

function names(view: ClusterView, keys: readonly string[]): string {
  const all = keys.map((key) => view.nodes.find((node) => node.key === key)?.address ?? key);
  return all.length <= mostNames
    ? all.join(", ")
    : t("views.more", { list: all.slice(0, mostNames).join(", "), count: all.length - mostNames });
}

function cellTitle(cell: ViewCell | undefined): string {
  if (cell === undefined) return t("views.notSaid");
  const parts = [cell.source];
  if (cell.since !== undefined) parts.push(t("views.since", { at: formatClock(cell.since) }));
  if (cell.at !== undefined) parts.push(t("views.readAt", { at: formatClock(cell.at) }));
  if (cell.why !== undefined) parts.push(cell.why);
  return parts.join(" · ");
}

function Cell(props: {
  readonly view: ClusterView;
  readonly row: MatrixRow;
  readonly column: MatrixColumn;
}): React.ReactElement {
  const { view, row, column } = props;
  const observer = row.observers[0] ?? "";
  const observed = column.observed[0] ?? "";
  if (row.silent) {
    return (
      <td className="matrix-cell">
        <NodeState mark="unknown" text="–" />
      </td>
    );
  }
  const cell = view.matrix[observer]?.[observed];
  const state = cell?.state ?? null;
  const differs = state !== null && state !== column.usual;
  return (
    <td
      className={`matrix-cell ${differs ? "matrix-differs" : ""} ${observer === observed && row.observers.length === 1 ? "matrix-self" : ""}`}
      title={cellTitle(cell)}
    >
      <NodeState mark={markOfState(state)} text={state ?? "–"} />
      {differs && <span className="visually-hidden">{t("views.differs")}</span>}
    </td>
  );
}

function Words(props: {
  readonly view: ClusterView;
  readonly keys: readonly string[];
}): React.ReactElement {
  const { view, keys } = props;
  const found = useMemo(() => disagreementsOf(view), [view]);
  const cells = useMemo(() => deviations(view, keys), [view, keys]);
  const silent = keys.filter(
    (key) => !Object.values(view.matrix[key] ?? {}).some((cell) => cell.state !== null),
  );
  return (
    <div className="stack" role="status">
      {found.length === 0 && (
        <p>
          {silent.length === keys.length
            ? t("views.nobody")
            : t("views.agree", { count: keys.length - silent.length })}
        </p>
      )}
      {found.map((each) => (
        <p key={each.kind + each.text} className="note note-warning">
          <strong>{t("views.disagree", { kind: each.kind })}</strong>
          <span>{each.text}</span>
        </p>
      ))}
      {silent.length > 0 && (
        <p className="muted">{t("views.silent", { list: names(view, silent) })}</p>
      )}
      {cells.length > 0 && (
        <ul className="note-list">
          {cells.slice(0, 12).map((cell) => (
            <li key={`${cell.observer} ${cell.observed}`}>
              {t("views.sentence", {
                observer: names(view, [cell.observer]),
                state: cell.cell.state ?? "–",
                observed: names(view, [cell.observed]),
                usual: cell.usual,
              })}
              <span className="muted"> {cellTitle(cell.cell)}</span>
            </li>
          ))}
        </ul>
      )}
      {cells.length > 12 && (
        <p className="muted">{t("common.showing", { shown: 12, of: cells.length })}</p>
      )}
    </div>
  );
}

export function ViewsTab(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const [fold, setFold] = useState(view.nodes.length >= foldFrom);
  const keys = useMemo(() => orderedNodes(view).map((node) => node.key), [view]);
  const folded = useMemo(() => foldMatrix(view, keys, fold), [view, keys, fold]);
  const columns = folded.columns.slice(0, mostColumns);
  return (
    <div className="stack">
      <Words view={view} keys={keys} />
      <div className="row-wrap">
        <Checkbox
          className="inline-check"
          checked={fold}
          label={t("views.fold")}
          onChange={(event) => setFold(event.currentTarget.checked)}
        />
        <span className="muted">{t("views.howToRead")}</span>
      </div>
      <div
        className="grid-scroll panel matrix-scroll"
        tabIndex={0}
        role="group"
        aria-label={t("topology.tab.views")}
      >
        <table className="grid-table matrix">
          <thead>
            <tr>
              <th scope="col">{t("views.observer")}</th>
              {columns.map((column) => (
                <th
                  key={column.observed.join(" ")}
                  scope="col"
                  title={names(view, column.observed)}
                >
                  {column.observed.length === 1 ? (
                    <button
                      type="button"
                      className="plain"
                      onClick={() => openNode(column.observed[0], "views")}
                    >
                      {names(view, column.observed)}
                    </button>
                  ) : (
                    t("views.nodesAlike", {
                      count: column.observed.length,
                      state: column.usual ?? "–",
                    })
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {folded.rows.slice(0, mostRows).map((row) => (
              <tr key={row.observers[0]}>
                <th scope="row" title={names(view, row.observers)}>
                  {row.observers.length === 1
                    ? names(view, row.observers)
                    : t("views.observersAlike", {
                        count: row.observers.length,
                        list: names(view, row.observers),
                      })}
                  {row.silent && <span className="muted"> {t("views.saysNothing")}</span>}
                </th>
                {columns.map((column) => (
                  <Cell key={column.observed[0]} view={view} row={row} column={column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(folded.rows.length > mostRows || folded.columns.length > mostColumns) && (
        <p className="muted">
          {t("views.tooMuch", {
            rows: Math.min(mostRows, folded.rows.length),
            ofRows: folded.rows.length,
            columns: columns.length,
            ofColumns: folded.columns.length,
          })}
        </p>
      )}
    </div>
  );
}
