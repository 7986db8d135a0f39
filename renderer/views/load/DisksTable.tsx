/** Every disk of every node, the fullest first; a device that carries both commit log and data is said. */
import { useRows } from "../../ui/use-rows.ts";
import { useMemo, useRef } from "react";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { isUnknown, mapFact } from "../../../shared/facts/fact.ts";
import { t } from "../../i18n/i18n.ts";
import { Figure } from "../../ui/Figure.tsx";
import { formatBytes, formatShare } from "../../ui/format.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { diskRows, type DiskRow } from "./disk-rows.ts";

const rowPx = 28;

function Cells(props: { readonly row: DiskRow; readonly node: NodeView }): React.ReactElement {
  const { row, node } = props;
  if (row.disk === undefined) {
    return (
      <div role="cell" className="disk-unknown">
        <Figure
          inRow
          sayWhy
          fact={node.disks}
          format={() => ""}
          label={`${node.address} · ${t("load.disks")}`}
        />
      </div>
    );
  }
  const { disk } = row;
  const label = `${node.address} · ${disk.path}`;
  const figure = (name: "size" | "used" | "available", bytes: number): React.ReactElement => (
    <div role="cell" className="num">
      <Figure
        inRow
        fact={mapFact(node.disks, () => bytes)}
        format={formatBytes}
        label={`${label} · ${t(`load.${name}`)}`}
      />
    </div>
  );
  return (
    <>
      <div role="cell" className="cut mono" title={disk.path}>
        {disk.path}
      </div>
      <div role="cell" className="cut">
        {disk.holds.join(", ")}
        {row.sharesDevice && <span className="tone-warning"> · {t("load.sharedDevice")}</span>}
      </div>
      <div role="cell" className="cut mono" title={`${disk.device} · ${disk.mount}`}>
        {disk.device}
      </div>
      {figure("size", disk.sizeBytes)}
      {figure("used", disk.usedBytes)}
      {figure("available", disk.availableBytes)}
      <div role="cell" className="load-cell">
        <svg
          className="load-bar load-bar-disk"
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width={(1 - row.freeShare) * 100} height="10" fill="currentColor" />
        </svg>
        <span
          className={`num ${row.freeShare < 0.1 ? "tone-critical" : row.freeShare < 0.2 ? "tone-warning" : ""}`}
        >
          {formatShare(row.freeShare)}
        </span>
      </div>
    </>
  );
}

export function DisksTable(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const rows = useMemo(() => diskRows(orderedNodes(view)), [view]);
  const scroll = useRef<HTMLDivElement>(null);
  const list = useRows(scroll, rows.length, rowPx);
  const byKey = useMemo(() => new Map(view.nodes.map((node) => [node.key, node])), [view]);
  const unknown = view.nodes.filter((node) => isUnknown(node.disks)).length;
  return (
    <section className="panel disks" aria-label={t("load.disks")}>
      <div className="panel-head">
        <h2 className="grow">{t("load.disks")}</h2>
        {unknown > 0 && (
          <span className="tone-warning">{t("load.disksUnknown", { count: unknown })}</span>
        )}
      </div>
      <div
        ref={scroll}
        className="disks-scroll"
        role="table"
        aria-label={t("load.disks")}
        aria-rowcount={rows.length + 1}
        tabIndex={0}
      >
        <div role="rowgroup" className="load-head">
          <div role="row" className="disk-row">
            {(
              ["address", "path", "holds", "device", "size", "used", "available", "free"] as const
            ).map((name) => (
              <div
                key={name}
                role="columnheader"
                className={["size", "used", "available", "free"].includes(name) ? "num" : ""}
              >
                {name === "address" ? t("table.address") : t(`load.${name}`)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="load-body" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            const node = row === undefined ? undefined : byKey.get(row.nodeKey);
            if (row === undefined || node === undefined) return null;
            return (
              <div
                key={row.id}
                role="row"
                aria-rowindex={item.index + 2}
                className="disk-row load-node"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <div role="rowheader">{node.address}</div>
                <Cells row={row} node={node} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
