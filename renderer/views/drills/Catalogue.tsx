/** What can be drilled, what it simulates, how it ends, and how it went last time. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useHost } from "../../app/host-context.ts";
import { go } from "../../app/navigation.ts";
import { useActiveRun } from "../../app/session-context.tsx";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { useNow } from "../../ui/now.ts";
import { VerdictLabel } from "../../ui/VerdictLabel.tsx";
import type { ReportRow } from "../../../shared/contract/report.ts";
import { Unfinished } from "./Unfinished.tsx";
import "../../ui/tables.css";

function LastResult(props: { readonly row: ReportRow | undefined }): React.ReactElement {
  const now = useNow();
  const { row } = props;
  if (row === undefined) return <span className="muted">{t("drills.neverHere")}</span>;
  return (
    <button
      type="button"
      className="plain link"
      title={formatDateTime(row.at)}
      onClick={() => go("reports", [row.runId])}
    >
      <VerdictLabel verdict={row.verdict} />{" "}
      <span className="muted">{t("figure.age", { age: formatAge(now - row.at) })}</span>
    </button>
  );
}

export function Catalogue(props: { readonly profile: string | undefined }): React.ReactElement {
  const { queries } = useHost();
  const catalogue = useQuery(queries.drills.catalogue.queryOptions({ staleTime: Infinity }));
  const reports = useQuery(queries.reports.list.queryOptions());
  const running = useActiveRun().view;
  const lastOf = (drill: string): ReportRow | undefined =>
    reports.data
      ?.filter(
        (row) =>
          row.drillId === drill && (props.profile === undefined || row.profile === props.profile),
      )
      .toSorted((a, b) => b.at - a.at)[0];
  const active = running !== undefined && running.phase !== "closed" ? running : undefined;
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>{t("rail.drills")}</h1>
        <span className="muted">{t("drills.about")}</span>
      </header>
      {active !== undefined && (
        <div className="strip">
          <span className="grow">
            {t("drills.runsNow", {
              drill: active.plan.drill.id,
              node: active.plan.nodes[0]?.address ?? "",
              cluster: active.plan.target.cluster,
            })}
          </span>
          <Button
            size="small"
            intent="primary"
            text={t("drills.watch")}
            onClick={() => go("drills", ["run", active.plan.runId], active.plan.target.profile)}
          />
        </div>
      )}
      {props.profile !== undefined && <Unfinished profile={props.profile} />}
      {catalogue.isError && (
        <ErrorNote
          error={hostError(catalogue.error)}
          title={t("drills.noCatalogue")}
          onRetry={() => void catalogue.refetch()}
        />
      )}
      {props.profile === undefined && <p className="muted">{t("drills.chooseCluster")}</p>}
      <div className="panel">
        <table className="grid-table catalogue">
          <thead>
            <tr>
              <th scope="col">{t("drills.id")}</th>
              <th scope="col">{t("drills.what")}</th>
              <th scope="col">{t("drills.wayBack")}</th>
              <th scope="col">{t("drills.last")}</th>
              <th scope="col">
                <span className="visually-hidden">{t("drills.plan")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {(catalogue.data ?? []).map((drill) => (
              <tr key={drill.id}>
                <th scope="row" className="nowrap">
                  <strong>{drill.id}</strong>
                </th>
                <td className="wrap">
                  <strong>{drill.name}</strong>
                  <div className="muted">{drill.simulates}</div>
                </td>
                <td className="wrap">
                  <span className="mono">{drill.rollbackClass}</span> {drill.rollbackWords}
                  {drill.destructive && (
                    <div className="tone-warning">{t("drills.destructive")}</div>
                  )}
                </td>
                <td className="wrap">
                  <LastResult row={lastOf(drill.id)} />
                </td>
                <td className="num">
                  <Button
                    intent="primary"
                    variant="outlined"
                    className="nowrap"
                    text={t("drills.planIt")}
                    aria-label={t("palette.planDrill", { id: drill.id, name: drill.name })}
                    disabled={props.profile === undefined}
                    onClick={() => go("drills", ["plan", drill.id])}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
