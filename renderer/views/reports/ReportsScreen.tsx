/** Every run, and one of them as a report. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReportRow } from "../../../shared/contract/report.ts";
import { useHost } from "../../app/host-context.ts";
import { useKeys } from "../../app/key-map.ts";
import { go } from "../../app/navigation.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { EnvironmentLabel } from "../../ui/EnvironmentLabel.tsx";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { VerdictLabel } from "../../ui/VerdictLabel.tsx";
import { ReportPage } from "./ReportPage.tsx";
import "../../ui/tables.css";
import "./reports.css";

const mostRows = 500;
const environments = ["production", "staging", "lab", "practice"] as const;

function Row(props: { readonly row: ReportRow; readonly chosen: boolean }): React.ReactElement {
  const { row } = props;
  return (
    <tr
      className={`row-action ${props.chosen ? "row-chosen" : ""}`}
      aria-selected={props.chosen}
      onClick={() => go("reports", [row.runId])}
    >
      <th scope="row" className="nowrap">
        <button type="button" className="plain link" onClick={() => go("reports", [row.runId])}>
          {formatDateTime(row.at)}
        </button>
      </th>
      <td className="nowrap">{row.drill}</td>
      <td className="nowrap">{row.node}</td>
      <td className="nowrap">
        {row.cluster}{" "}
        {row.simulated && <span className="simulated-word">{t("title.simulated")}</span>}
      </td>
      <td>
        <EnvironmentLabel
          environment={environments.find((each) => each === row.environment) ?? null}
        />
      </td>
      <td>
        <VerdictLabel verdict={row.verdict} />
        {row.unfinished && <span className="tone-warning"> {t("reports.unfinished")}</span>}
      </td>
      <td className="wrap tone-warning">{row.problem ?? ""}</td>
    </tr>
  );
}

function Rows(props: { readonly rows: readonly ReportRow[] }): React.ReactElement {
  const rows = props.rows.toSorted((a, b) => b.at - a.at).slice(0, mostRows);
  const [chosen, setChosen] = useState(0);
  useKeys({
    j: () => setChosen((at) => Math.min(rows.length - 1, at + 1)),
    k: () => setChosen((at) => Math.max(0, at - 1)),
    Enter: () => {
      const row = rows[chosen];
      if (row !== undefined) go("reports", [row.runId]);
    },
  });
  return (
    <>
      <div className="panel grid-scroll" tabIndex={0} role="group" aria-label={t("rail.reports")}>
        <table className="grid-table">
          <thead>
            <tr>
              {(
                ["when", "drill", "node", "cluster", "environment", "verdict", "problem"] as const
              ).map((name) => (
                <th key={name} scope="col">
                  {t(`reports.column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <Row key={row.folder} row={row} chosen={i === chosen} />
            ))}
          </tbody>
        </table>
      </div>
      {props.rows.length > mostRows && (
        <p className="muted">{t("common.showing", { shown: mostRows, of: props.rows.length })}</p>
      )}
    </>
  );
}

function List(): React.ReactElement {
  const { queries } = useHost();
  const list = useQuery(queries.reports.list.queryOptions());
  if (list.isError)
    return (
      <ErrorNote
        error={hostError(list.error)}
        title={t("reports.failed")}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.data === undefined) return <p className="muted">{t("reports.loading")}</p>;
  if (list.data.length === 0) {
    return (
      <div className="empty">
        <p>{t("reports.none")}</p>
        <Button intent="primary" text={t("reports.toDrills")} onClick={() => go("drills")} />
      </div>
    );
  }
  return <Rows rows={list.data} />;
}

/** `#/reports`, `#/reports/RUN`. */
export function ReportsScreen(props: { readonly path: readonly string[] }): React.ReactElement {
  const [runId] = props.path;
  return (
    <div className="screen screen-fill">
      {runId === undefined ? (
        <>
          <header className="screen-head">
            <h1>{t("rail.reports")}</h1>
            <span className="muted">{t("reports.about")}</span>
          </header>
          <List />
        </>
      ) : (
        <ReportPage key={runId} runId={runId} />
      )}
    </div>
  );
}
