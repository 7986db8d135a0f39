/** What the others think of this node, and what it thinks of them. */
import type { ClusterView, NodeView, ViewCell } from "../../../shared/contract/cluster-view.ts";
import { t } from "../../i18n/i18n.ts";
import { formatClock } from "../../ui/format.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import { markOfState } from "../topology/ViewsTab.tsx";
import "../../ui/tables.css";

const mostRows = 200;

function Rows(props: {
  readonly cells: readonly {
    readonly address: string;
    readonly key: string;
    readonly cell: ViewCell | undefined;
  }[];
}): React.ReactElement {
  return (
    <>
      <table className="grid-table drawer-table">
        <tbody>
          {props.cells.slice(0, mostRows).map(({ address, key, cell }) => (
            <tr key={key}>
              <th scope="row">{address}</th>
              <td>
                <NodeState mark={markOfState(cell?.state ?? null)} text={cell?.state ?? "–"} />
              </td>
              <td className="muted">
                {cell?.since !== undefined &&
                  `${t("views.since", { at: formatClock(cell.since) })} · `}
                {cell === undefined ? t("views.notSaid") : (cell.why ?? cell.source)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {props.cells.length > mostRows && (
        <p className="muted">{t("common.showing", { shown: mostRows, of: props.cells.length })}</p>
      )}
    </>
  );
}

export function NodeViewsTab(props: {
  readonly view: ClusterView;
  readonly node: NodeView;
}): React.ReactElement {
  const { view, node } = props;
  const others = orderedNodes(view).filter((each) => each.key !== node.key);
  return (
    <>
      <section>
        <h3>{t("node.seenByOthers")}</h3>
        <Rows
          cells={others.map((other) => ({
            address: other.address,
            key: other.key,
            cell: view.matrix[other.key]?.[node.key],
          }))}
        />
      </section>
      <section>
        <h3>{t("node.seesOthers")}</h3>
        <Rows
          cells={others.map((other) => ({
            address: other.address,
            key: other.key,
            cell: view.matrix[node.key]?.[other.key],
          }))}
        />
      </section>
    </>
  );
}
