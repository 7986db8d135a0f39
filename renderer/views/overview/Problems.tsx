/** What is wrong, the most urgent first. */
import type { ClusterView, Problem } from "../../../shared/contract/cluster-view.ts";
import { t } from "../../i18n/i18n.ts";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { MarkShape } from "../../ui/NodeState.tsx";
import type { Mark } from "../../ui/node-mark.ts";
import { useNow } from "../../ui/now.ts";
import { problemGroups, type ProblemGroup } from "./problem-groups.ts";
import { NodeLinks } from "./Statements.tsx";

const markOf: Readonly<Record<Problem["severity"], Mark>> = {
  critical: "down",
  warning: "suspect",
  info: "stale",
};
const mostShown = 100;

function Since(props: { readonly since: number }): React.ReactElement {
  const now = useNow();
  return (
    <span className="muted nowrap" title={formatDateTime(props.since)}>
      {" "}
      {t("overview.for", { age: formatAge(now - props.since) })}
    </span>
  );
}

function ProblemText(props: {
  readonly view: ClusterView;
  readonly problem: Problem;
}): React.ReactElement {
  const { problem } = props;
  return (
    <>
      {problem.text}
      {problem.since !== undefined && <Since since={problem.since} />}
      <NodeLinks view={props.view} addresses={problem.nodes} />
    </>
  );
}

function Group(props: {
  readonly view: ClusterView;
  readonly group: ProblemGroup;
}): React.ReactElement {
  const { group, view } = props;
  const [first] = group.problems;
  return (
    <li>
      <MarkShape mark={markOf[group.severity]} />
      <div className="grow">
        <span className="visually-hidden">{t(`overview.severity.${group.severity}`)}: </span>
        {group.problems.length === 1 && first !== undefined ? (
          <ProblemText view={view} problem={first} />
        ) : (
          <details>
            <summary>
              {t("overview.manyOfAKind", { kind: group.kind, count: group.problems.length })}
            </summary>
            <ul className="problem-more">
              {group.problems.slice(0, mostShown).map((problem) => (
                <li key={problem.nodes.join(" ") + problem.text}>
                  <div className="grow">
                    <ProblemText view={view} problem={problem} />
                  </div>
                </li>
              ))}
            </ul>
            {group.problems.length > mostShown && (
              <p className="muted">
                {t("common.showing", { shown: mostShown, of: group.problems.length })}
              </p>
            )}
          </details>
        )}
      </div>
    </li>
  );
}

export function Problems(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const groups = problemGroups(view.problems);
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="grow">{t("overview.problems")}</h2>
        <span className="muted">{view.problems.length}</span>
      </div>
      {groups.length === 0 ? (
        <p className="panel-body muted">{t("overview.noProblems")}</p>
      ) : (
        <ul
          className="problem-list problem-scroll"
          tabIndex={0}
          aria-label={t("overview.problems")}
        >
          {groups.slice(0, mostShown).map((group) => (
            <Group
              key={`${group.kind} ${group.problems[0]?.nodes.join(" ") ?? ""}`}
              view={view}
              group={group}
            />
          ))}
        </ul>
      )}
      {groups.length > mostShown && (
        <p className="panel-body muted">
          {t("common.showing", { shown: mostShown, of: groups.length })}
        </p>
      )}
    </section>
  );
}
