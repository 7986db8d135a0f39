/** What is wrong, the most urgent first. */
import type { ClusterView, Problem } from "../../../shared/contract/cluster-view.ts";
import { t } from "../../i18n/i18n.ts";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { MarkShape } from "../../ui/NodeState.tsx";
import type { Mark } from "../../ui/node-mark.ts";
import { useNow } from "../../ui/now.ts";
import { NodeLinks } from "./Statements.tsx";

const markOf: Readonly<Record<Problem["severity"], Mark>> = {
  critical: "down",
  warning: "suspect",
  info: "stale",
};
const mostShown = 50;

function Since(props: { readonly since: number }): React.ReactElement {
  const now = useNow();
  return (
    <span className="muted nowrap" title={formatDateTime(props.since)}>
      {" "}
      {t("overview.for", { age: formatAge(now - props.since) })}
    </span>
  );
}

export function Problems(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="grow">{t("overview.problems")}</h2>
        <span className="muted">{view.problems.length}</span>
      </div>
      {view.problems.length === 0 ? (
        <p className="panel-body muted">{t("overview.noProblems")}</p>
      ) : (
        <ul className="problem-list">
          {view.problems.slice(0, mostShown).map((problem) => (
            <li key={`${problem.kind} ${problem.nodes.join(" ")}`}>
              <MarkShape mark={markOf[problem.severity]} />
              <div className="grow">
                <span className="visually-hidden">
                  {t(`overview.severity.${problem.severity}`)}:{" "}
                </span>
                {problem.text}
                {problem.since !== undefined && <Since since={problem.since} />}
                <NodeLinks view={view} addresses={problem.nodes} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {view.problems.length > mostShown && (
        <p className="panel-body muted">
          {t("common.showing", { shown: mostShown, of: view.problems.length })}
        </p>
      )}
    </section>
  );
}
