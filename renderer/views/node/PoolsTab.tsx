/** Thread pools and dropped messages. */
import { Checkbox } from "@blueprintjs/core";
import { useState } from "react";
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { isStale, isUnknown, mapFact } from "../../../shared/facts/fact.ts";
import { t } from "../../i18n/i18n.ts";
import { Figure } from "../../ui/Figure.tsx";
import { formatCount } from "../../ui/format.ts";
import "../../ui/tables.css";

function Pools(props: { readonly node: NodeView }): React.ReactElement {
  const { node } = props;
  const [idle, setIdle] = useState(false);
  if (isUnknown(node.pools)) return <p>{node.pools.unknown}</p>;
  const { pools } = node;
  const shown = pools.value
    .filter(
      (pool) =>
        idle ||
        pool.active + pool.pending + pool.blocked + pool.blockedTotal > 0 ||
        pool.completed > 0,
    )
    .toSorted(
      (a, b) =>
        b.blocked - a.blocked ||
        b.pending - a.pending ||
        b.active - a.active ||
        b.completed - a.completed,
    );
  return (
    <>
      {isStale(pools) && <p className="strip">{pools.stale}</p>}
      <Checkbox
        className="inline-check"
        checked={idle}
        label={t("node.poolsIdle")}
        onChange={(event) => setIdle(event.currentTarget.checked)}
      />
      {shown.length === 0 && <p className="muted">{t("node.noSuchPool")}</p>}
      <table className="grid-table drawer-table">
        <thead>
          <tr>
            <th scope="col">{t("node.pool")}</th>
            <th scope="col" className="num">
              {t("node.active")}
            </th>
            <th scope="col" className="num">
              {t("node.poolPending")}
            </th>
            <th scope="col" className="num">
              {t("node.blocked")}
            </th>
            <th scope="col" className="num">
              {t("node.completed")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((pool) => (
            <tr key={pool.name}>
              <th scope="row" className="cut drawer-name" title={pool.name}>
                {pool.name}
              </th>
              <td className="num">{formatCount(pool.active)}</td>
              <td className={`num ${pool.pending > 0 ? "tone-warning" : ""}`}>
                <Figure
                  inRow
                  fact={mapFact(pools, () => pool.pending)}
                  format={formatCount}
                  label={`${node.address} · ${pool.name} · ${t("node.poolPending")}`}
                />
              </td>
              <td
                className={`num ${pool.blocked > 0 ? "tone-critical" : ""}`}
                title={`${t("node.blockedTotal")}: ${formatCount(pool.blockedTotal)}`}
              >
                {formatCount(pool.blocked)}
              </td>
              <td className="num">{formatCount(pool.completed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function PoolsTab(props: { readonly node: NodeView }): React.ReactElement {
  const { node } = props;
  const dropped = isUnknown(node.dropped)
    ? undefined
    : node.dropped.value.filter((each) => each.count > 0);
  return (
    <>
      <section>
        <Pools node={node} />
      </section>
      <section>
        <h3>{t("node.dropped")}</h3>
        {isUnknown(node.dropped) && <p>{node.dropped.unknown}</p>}
        {dropped?.length === 0 && <p className="muted">{t("node.noDropped")}</p>}
        {dropped !== undefined && dropped.length > 0 && (
          <table className="grid-table drawer-table">
            <tbody>
              {dropped.map((each) => (
                <tr key={each.message}>
                  <th scope="row">{each.message}</th>
                  <td className="num">
                    <Figure
                      inRow
                      fact={mapFact(node.dropped, () => each.count)}
                      format={formatCount}
                      label={`${node.address} · ${each.message}`}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}
