/** Is the evidence what was written then: the chain recomputed, file by file. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useHost } from "../../app/host-context.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";

export function VerifyPanel(props: { readonly folder: string }): React.ReactElement {
  const { queries } = useHost();
  const verify = useQuery(
    queries.reports.verify.queryOptions({
      input: { folder: props.folder },
      staleTime: 0,
      retry: false,
    }),
  );
  if (verify.isError)
    return (
      <ErrorNote
        error={hostError(verify.error)}
        title={t("reports.notVerified")}
        onRetry={() => void verify.refetch()}
      />
    );
  if (verify.data === undefined) return <p className="muted">{t("reports.verifying")}</p>;
  const { data } = verify;
  return (
    <div className="stack">
      <div className={`note ${data.ok ? "" : "note-bad"}`} role="status">
        <p>
          <strong className={data.ok ? "tone-good" : "tone-critical"}>
            {data.ok ? `✓ ${t("reports.verifyOk")}` : `✕ ${t("reports.verifyBad")}`}
          </strong>
        </p>
        <div>
          <Button
            size="small"
            text={verify.isFetching ? t("reports.verifying") : t("reports.verifyAgain")}
            onClick={() => void verify.refetch()}
          />
        </div>
      </div>
      <ul className="panel">
        {data.checks.map((check) => (
          <li key={check.what} className="check verify-check">
            <span
              className={check.ok === null ? "muted" : check.ok ? "tone-good" : "tone-critical"}
            >
              <span aria-hidden="true">{check.ok === null ? "–" : check.ok ? "✓" : "✕"}</span>
              <span className="visually-hidden">
                {t(
                  check.ok === null
                    ? "reports.checkUnknown"
                    : check.ok
                      ? "reports.checkOk"
                      : "reports.checkBad",
                )}
              </span>
            </span>
            <span>{check.what}</span>
            <span className="muted">{check.text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
