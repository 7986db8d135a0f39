/** A report's content on the screen: what a manager asks first, then what an engineer asks. */
import { useQuery } from "@tanstack/react-query";
import type { DrillReport } from "../../../shared/contract/report.ts";
import { useHost } from "../../app/host-context.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { formatBytes, formatClock, formatDateTime, formatDuration } from "../../ui/format.ts";
import { Comparison, VerdictBlock } from "../drills/RunResult.tsx";
import { Milestones } from "../drills/RunFigures.tsx";
import "../../ui/tables.css";

function Objectives(props: { readonly report: DrillReport }): React.ReactElement {
  return (
    <table className="grid-table">
      <thead>
        <tr>
          <th scope="col">{t("report.what")}</th>
          <th scope="col">{t("report.objective")}</th>
          <th scope="col">{t("report.measured")}</th>
          <th scope="col">{t("report.met")}</th>
        </tr>
      </thead>
      <tbody>
        {props.report.summary.table.map((row) => (
          <tr key={row.what}>
            <th scope="row" className="wrap">
              {row.what}
            </th>
            <td className="wrap">{row.objective}</td>
            <td className="wrap">{row.measured}</td>
            <td
              className={
                row.met === false ? "tone-critical" : row.met === true ? "tone-good" : "muted"
              }
            >
              {t(
                row.met === null ? "report.metUnknown" : row.met ? "report.metYes" : "report.metNo",
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Acts(props: { readonly report: DrillReport }): React.ReactElement {
  const { safety } = props.report;
  return (
    <section className="panel" aria-label={t("report.safety")}>
      <div className="panel-head">
        <h2>{t("report.safety")}</h2>
      </div>
      <div className="panel-body stack">
        <p>{safety.guard}</p>
        <p>{safety.rollback}</p>
        {safety.aborts.map((abort) => (
          <p key={abort.at} className="tone-warning">
            {formatClock(abort.at)} {t("report.abort", { by: abort.by, why: abort.why })}
          </p>
        ))}
      </div>
      <table className="grid-table">
        <tbody>
          {safety.acts.map((act, i) => (
            <tr key={`${act.at} ${i}`}>
              <th scope="row" className="nowrap">
                {formatClock(act.at)}
              </th>
              <td className="nowrap">{act.node}</td>
              <td className="wrap">
                {act.text}
                {act.said !== "" && <div className="muted mono">{act.said}</div>}
              </td>
              <td
                className={`nowrap ${act.ok === false ? "tone-critical" : act.ok === null ? "tone-warning" : "tone-good"}`}
              >
                {t(
                  act.ok === null
                    ? "report.actUnknown"
                    : act.ok
                      ? "report.actOk"
                      : "report.actFailed",
                )}
              </td>
              <td className="num nowrap">
                {act.tookMs === null ? "–" : formatDuration(act.tookMs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Files(props: { readonly report: DrillReport }): React.ReactElement {
  return (
    <section className="panel" aria-label={t("report.files")}>
      <div className="panel-head">
        <h2 className="grow">{t("report.files")}</h2>
      </div>
      <table className="grid-table">
        <tbody>
          {props.report.files.map((file) => (
            <tr key={file.name}>
              <th scope="row" className="mono">
                {file.name}
              </th>
              <td className="num nowrap">{formatBytes(file.bytes)}</td>
              <td className="mono cut" title={file.sha256}>
                SHA-256 {file.sha256.slice(0, 16)}…
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function ReportBody(props: { readonly folder: string }): React.ReactElement {
  const { queries } = useHost();
  const query = useQuery(queries.reports.get.queryOptions({ input: { folder: props.folder } }));
  if (query.isError)
    return (
      <ErrorNote
        error={hostError(query.error)}
        title={t("reports.notRead")}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data === undefined) return <p className="muted">{t("reports.reading")}</p>;
  const report = query.data;
  return (
    <div className="stack">
      {"content" in report.result ? (
        <VerdictBlock result={report.result.content} />
      ) : (
        <p className="note note-warning">{report.result.notFilled}</p>
      )}
      <div className="report-columns">
        <div className="stack">
          <section className="panel" aria-label={t("report.summary")}>
            <div className="panel-head">
              <h2 className="grow">{t("report.summary")}</h2>
              <span className="muted">{formatDateTime(report.cover.date)}</span>
            </div>
            <div className="panel-body stack">
              <p>{report.summary.simulated}</p>
              <p>{report.summary.felt}</p>
              {report.summary.findings.length > 0 && (
                <ul className="note-list">
                  {report.summary.findings.map((finding) => (
                    <li key={finding}>{finding}</li>
                  ))}
                </ul>
              )}
              <p>
                <strong>{report.summary.decision}</strong>
              </p>
            </div>
            <Objectives report={report} />
          </section>
          <Comparison lines={report.comparison} />
          <Acts report={report} />
        </div>
        <div className="stack">
          <section className="panel panel-body">
            <dl className="facts">
              <dt>{t("report.id")}</dt>
              <dd className="mono">{report.reportId}</dd>
              <dt>{t("report.tool")}</dt>
              <dd>Ringdrill {report.toolVersion}</dd>
              <dt>{t("report.head")}</dt>
              <dd className="mono">{report.cover.chainHead}</dd>
            </dl>
          </section>
          <Milestones milestones={report.timeline} />
          <Files report={report} />
        </div>
      </div>
    </div>
  );
}
