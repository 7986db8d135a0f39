/** One report: on the screen from its JSON, on paper from its HTML, checked against its journal, exported. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReportRow } from "../../../shared/contract/report.ts";
import { useHost } from "../../app/host-context.ts";
import { useKeys } from "../../app/key-map.ts";
import { go } from "../../app/navigation.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { ExportForm } from "./ExportForm.tsx";
import { Paper } from "./Paper.tsx";
import { ReportBody } from "./ReportBody.tsx";
import { VerifyPanel } from "./VerifyPanel.tsx";

const tabs = ["paper", "summary", "verify", "export"] as const;
type ReportTab = (typeof tabs)[number];

function TabOf(props: { readonly tab: ReportTab; readonly row: ReportRow }): React.ReactElement {
  const { folder, runId } = props.row;
  switch (props.tab) {
    case "summary":
      return <ReportBody folder={folder} />;
    case "paper":
      return <Paper folder={folder} runId={runId} />;
    case "verify":
      return <VerifyPanel folder={folder} />;
    case "export":
      return <ExportForm folder={folder} />;
  }
}

export function ReportPage(props: { readonly runId: string }): React.ReactElement {
  const { queries } = useHost();
  const list = useQuery(queries.reports.list.queryOptions());
  const [tab, setTab] = useState<ReportTab>("paper");
  useKeys({ Escape: () => go("reports") });
  const row = list.data?.find((each) => each.runId === props.runId);
  return (
    <>
      <header className="screen-head">
        <button type="button" className="plain link" onClick={() => go("reports")}>
          {t("rail.reports")}
        </button>
        <h1>
          {row === undefined
            ? props.runId
            : t("reports.of", { drill: row.drill, node: row.node, cluster: row.cluster })}
        </h1>
        {row?.simulated === true && <span className="simulated-word">{t("title.simulated")}</span>}
        <span className="muted mono cut grow" title={row?.folder}>
          {row?.folder}
        </span>
        {row?.unfinished === true && (
          <Button text={t("reports.watch")} onClick={() => go("drills", ["run", row.runId])} />
        )}
      </header>
      {list.isError && (
        <ErrorNote
          error={hostError(list.error)}
          title={t("reports.failed")}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined && row === undefined && (
        <p>{t("reports.noSuch", { runId: props.runId })}</p>
      )}
      {row !== undefined && (
        <>
          <Tabs
            label={t("reports.views")}
            tabs={tabs.map((id) => ({ id, text: t(`reports.tab.${id}`) }))}
            chosen={tab}
            onChoose={setTab}
          />
          <div
            className="report-panel"
            role="tabpanel"
            tabIndex={0}
            aria-label={t(`reports.tab.${tab}`)}
          >
            <TabOf tab={tab} row={row} />
          </div>
        </>
      )}
    </>
  );
}
