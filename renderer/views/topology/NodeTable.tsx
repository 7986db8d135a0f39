/** Every node as a row: sorted, filtered, copied, and opened from the keyboard. */
import { Button, HTMLSelect, InputGroup } from "@blueprintjs/core";
import { useRows } from "../../ui/use-rows.ts";
import { useMemo, useRef, useState } from "react";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { useKeys } from "../../app/key-map.ts";
import { openNode, routeStore } from "../../app/navigation.ts";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { useChosenKeyspace } from "../../ui/chosen-keyspace.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Figure } from "../../ui/Figure.tsx";
import { marks, marksOf, type Mark } from "../../ui/node-mark.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import { stateWord } from "../../ui/state-word.ts";
import {
  filterNodes,
  nodeColumns,
  nodesAsTsv,
  sortNodes,
  type ColumnName,
  type NodeColumn,
} from "./node-columns.ts";

const rowPx = 28;

interface Sorting {
  readonly column: ColumnName;
  readonly descending: boolean;
}

function Head(props: {
  readonly columns: readonly NodeColumn[];
  readonly keyspace: string | undefined;
  readonly sorting: Sorting | undefined;
  readonly onSort: (column: ColumnName) => void;
}): React.ReactElement {
  return (
    <div role="row" className="vrow vrow-head">
      {props.columns.map((column) => {
        const sorted = props.sorting?.column === column.name ? props.sorting : undefined;
        return (
          <div
            key={column.name}
            role="columnheader"
            className={`vcell vcell-${column.name} ${column.numeric ? "num" : ""}`}
            aria-sort={
              sorted === undefined ? "none" : sorted.descending ? "descending" : "ascending"
            }
          >
            <button
              type="button"
              className="plain cut"
              onClick={() => props.onSort(column.name)}
              title={
                column.name === "owns"
                  ? t("table.ownsOf", { keyspace: props.keyspace ?? "–" })
                  : t(`table.${column.name}`)
              }
            >
              {t(`table.${column.name}`)}{" "}
              <span aria-hidden="true">
                {sorted === undefined ? "" : sorted.descending ? "▼" : "▲"}
              </span>
            </button>
          </div>
        );
      })}
    </div>
  );
}

function Row(props: {
  readonly node: NodeView;
  readonly mark: Mark;
  readonly columns: readonly NodeColumn[];
  readonly chosen: boolean;
  readonly start: number;
  readonly index: number;
  readonly onChoose: () => void;
}): React.ReactElement {
  const { node, mark } = props;
  return (
    <div
      role="row"
      aria-rowindex={props.index + 2}
      aria-selected={props.chosen}
      className="vrow vrow-body"
      style={{ transform: `translateY(${props.start}px)` }}
      onClick={() => {
        props.onChoose();
        openNode(node.key);
      }}
    >
      {props.columns.map((column) => (
        <div
          key={column.name}
          role="cell"
          className={`vcell vcell-${column.name} ${column.numeric ? "num" : ""} ${column.name === "hostId" ? "mono" : ""}`}
        >
          {column.name === "state" ? (
            <NodeState mark={mark} text={stateWord(node, mark)} />
          ) : column.name === "address" ? (
            node.address
          ) : (
            <Figure
              inRow
              fact={column.of(node)}
              format={column.format}
              label={`${node.address} · ${t(`table.${column.name}`)}`}
            />
          )}
        </div>
      ))}
    </div>
  );
}

export function NodeTable(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const keyspace = useChosenKeyspace(view)?.name;
  const open = useStore(routeStore, (route) => route.node);
  const [query, setQuery] = useState("");
  const [mark, setMark] = useState<Mark>();
  const [sorting, setSorting] = useState<Sorting>();
  const [chosen, setChosen] = useState(0);
  const filter = useRef<HTMLInputElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => nodeColumns(keyspace), [keyspace]);
  const marksNow = marksOf(view);
  const rows = useMemo(() => {
    const column = columns.find((each) => each.name === sorting?.column);
    const ordered =
      column === undefined
        ? orderedNodes(view)
        : sortNodes(view.nodes, column, sorting?.descending === true);
    const now = marksOf(view);
    return filterNodes(ordered, query).filter(
      (node) => mark === undefined || now.get(node.key) === mark,
    );
  }, [view, columns, sorting, query, mark]);
  const list = useRows(scroll, rows.length, rowPx, rowPx);
  const move = (step: number): void => {
    const to = Math.max(0, Math.min(rows.length - 1, chosen + step));
    setChosen(to);
    list.scrollToIndex(to);
    const next = rows[to];
    if (open !== undefined && next !== undefined) openNode(next.key);
  };
  useKeys({
    "/": () => filter.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    Enter: () => openNode(rows[chosen]?.key),
  });
  const sort = (column: ColumnName): void => {
    // Third press: back to the order of the ring's places.
    setSorting((before) =>
      before?.column !== column
        ? { column, descending: false }
        : before.descending
          ? undefined
          : { column, descending: true },
    );
  };
  return (
    <div className="stack node-table">
      <div className="row-wrap">
        <InputGroup
          inputRef={filter}
          type="search"
          value={query}
          placeholder={t("table.filter")}
          aria-label={t("table.filter")}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
          onValueChange={setQuery}
        />
        <HTMLSelect
          aria-label={t("table.filterState")}
          value={mark ?? ""}
          options={[
            { value: "", label: t("table.anyState") },
            ...marks.map((value) => ({ value, label: t(`mark.${value}`) })),
          ]}
          onChange={(event) => setMark(marks.find((each) => each === event.currentTarget.value))}
        />
        <span className="muted grow">
          {t("common.showing", { shown: rows.length, of: view.nodes.length })}
        </span>
        {sorting !== undefined && (
          <Button
            size="small"
            variant="minimal"
            text={t("table.unsort")}
            onClick={() => setSorting(undefined)}
          />
        )}
        <CopyButton
          label={t("table.copy")}
          text={() =>
            nodesAsTsv(
              rows,
              columns,
              columns.map((column) => t(`table.${column.name}`)),
            )
          }
        />
      </div>
      <div
        ref={scroll}
        className="panel vtable"
        role="table"
        aria-label={t("topology.tab.table")}
        aria-rowcount={rows.length + 1}
        tabIndex={0}
      >
        <div role="rowgroup" className="vhead">
          <Head columns={columns} keyspace={keyspace} sorting={sorting} onSort={sort} />
        </div>
        <div role="rowgroup" className="vbody" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => {
            const node = rows[item.index];
            if (node === undefined) return null;
            return (
              <Row
                key={node.key}
                node={node}
                mark={marksNow.get(node.key) ?? "unknown"}
                columns={columns}
                index={item.index}
                start={item.start}
                chosen={item.index === chosen}
                onChoose={() => setChosen(item.index)}
              />
            );
          })}
        </div>
        {rows.length === 0 && <p className="panel-body muted">{t("table.nothing")}</p>}
      </div>
    </div>
  );
}
