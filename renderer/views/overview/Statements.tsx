/** The five sentences that say how the cluster is, the most urgent first. */
import { useMemo } from "react";
import { statementsOf, type Statement } from "../../../shared/cluster/statements.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { openNode } from "../../app/navigation.ts";
import { t } from "../../i18n/i18n.ts";
import { formatClock, formatDateTime } from "../../ui/format.ts";
import { MarkShape } from "../../ui/NodeState.tsx";
import type { Mark } from "../../ui/node-mark.ts";

const markOf: Readonly<Record<Statement["severity"], Mark>> = {
  critical: "down",
  warning: "suspect",
  unknown: "unknown",
  ok: "up",
};
const mostLinks = 3;

/** Nodes named in a sentence, as ways to their drawers. */
export function NodeLinks(props: {
  readonly view: ClusterView;
  readonly addresses: readonly string[];
}): React.ReactElement | null {
  const nodes = props.addresses.flatMap(
    (address) => props.view.nodes.find((node) => node.address === address) ?? [],
  );
  if (nodes.length === 0) return null;
  return (
    <span className="row node-links">
      {nodes.slice(0, mostLinks).map((node) => (
        <button
          key={node.key}
          type="button"
          className="plain link"
          onClick={() => openNode(node.key)}
        >
          {node.address}
        </button>
      ))}
      {nodes.length > mostLinks && <span className="muted">+{nodes.length - mostLinks}</span>}
    </span>
  );
}

export function Statements(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const statements = useMemo(() => statementsOf(view), [view]);
  return (
    <section className="panel" aria-label={t("overview.statements")}>
      <ul className="statements">
        {statements.map((statement) => (
          <li key={statement.id} className={`statement-${statement.severity}`}>
            <MarkShape mark={markOf[statement.severity]} />
            <span className="visually-hidden">
              {t(`overview.severity.${statement.severity}`)}:{" "}
            </span>
            <span className="grow">
              {statement.text}
              {statement.since !== undefined && (
                <span className="muted" title={formatDateTime(statement.since)}>
                  {" "}
                  {t("overview.since", { at: formatClock(statement.since) })}
                </span>
              )}
            </span>
            <NodeLinks view={view} addresses={statement.nodes} />
          </li>
        ))}
      </ul>
    </section>
  );
}
