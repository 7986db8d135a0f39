/** What is not known and why: an operator who does not see a figure must see the reason. */
import { useMemo } from "react";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { t } from "../../i18n/i18n.ts";
import { MarkShape } from "../../ui/NodeState.tsx";
import { NodeLinks } from "./Statements.tsx";
import { unknownFigures, type FigureName } from "./unknown-figures.ts";

const mostShown = 12;

export function Unknowns(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const groups = useMemo(() => unknownFigures(view), [view]);
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="grow">{t("overview.unknowns")}</h2>
        <span className="muted">{groups.length}</span>
      </div>
      {groups.length === 0 ? (
        <p className="panel-body muted">{t("overview.allKnown")}</p>
      ) : (
        <ul className="problem-list">
          {groups.slice(0, mostShown).map((group) => (
            <li key={group.kind + group.why}>
              <MarkShape mark={group.kind === "stale" ? "stale" : "unknown"} />
              <div className="grow">
                <span className="visually-hidden">{t(`mark.${group.kind}`)}: </span>
                <span>
                  {group.figures.map((name) => t(`factName.${name as FigureName}`)).join(", ")}
                </span>
                <div className="muted">{group.why}</div>
                {group.nodes.length === view.nodes.length && view.nodes.length > 1 ? (
                  <span className="muted">{t("overview.onAll")}</span>
                ) : (
                  <NodeLinks
                    view={view}
                    addresses={group.nodes.map(
                      (key) => view.nodes.find((node) => node.key === key)?.address ?? "",
                    )}
                  />
                )}
              </div>
            </li>
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
