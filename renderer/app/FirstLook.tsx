/** Before the first figures: which hops of which node are done. */
import type { ClusterView, Reach } from "../../shared/contract/cluster-view.ts";
import { t } from "../i18n/i18n.ts";
import { formatAge } from "../ui/format.ts";
import { orderedNodes } from "../ui/node-order.ts";
import { useNow } from "../ui/now.ts";
import "../ui/tables.css";

/** Rows shown here at most: the rest only repeats them. */
const rowLimit = 200;

/** How far one way to a node has come, in words. */
export function ReachText(props: { readonly reach: Reach }): React.ReactElement {
  const now = useNow();
  const { reach } = props;
  switch (reach.state) {
    case "connected":
      return <span className="tone-good">✓ {t("reach.connected")}</span>;
    case "connecting":
      return (
        <span className="muted">
          … {t("reach.connecting", { age: formatAge(now - reach.since) })}
        </span>
      );
    case "failed":
      return (
        <span>
          <span className="tone-critical">✕ {reach.failure.message}</span>{" "}
          <span className="muted">{reach.failure.next}</span>
        </span>
      );
    case "not set up":
      return <span className="muted">– {reach.why}</span>;
  }
}

export function FirstLook(props: { readonly view: ClusterView }): React.ReactElement {
  const nodes = orderedNodes(props.view);
  const reached = nodes.filter((node) => node.reach.cql.state === "connected").length;
  return (
    <section className="stack">
      <h1>{t("firstLook.title", { profile: props.view.target.profile })}</h1>
      <p role="status">{t("firstLook.text", { reached, of: nodes.length })}</p>
      <div className="panel">
        <table className="grid-table">
          <thead>
            <tr>
              <th scope="col">{t("table.address")}</th>
              <th scope="col">CQL</th>
              <th scope="col">SSH</th>
            </tr>
          </thead>
          <tbody>
            {nodes.slice(0, rowLimit).map((node) => (
              <tr key={node.key}>
                <th scope="row">{node.address}</th>
                <td className="wrap">
                  <ReachText reach={node.reach.cql} />
                </td>
                <td className="wrap">
                  <ReachText reach={node.reach.ssh} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {nodes.length > rowLimit && (
        <p className="muted">{t("common.showing", { shown: rowLimit, of: nodes.length })}</p>
      )}
    </section>
  );
}
