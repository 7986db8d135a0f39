/**
 * The report as paper. The host serves it with a policy of its own, because a page made here (blob:, srcdoc) would
 * inherit this page's policy, which forbids the report's own styles. Where a host does not, it can be saved.
 */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHost } from "../../app/host-context.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";

async function isServed(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: "HEAD" });
  return answer.ok;
}

function useSave(
  folder: string,
  runId: string,
): { readonly save: () => void; readonly problem: unknown } {
  const { client } = useHost();
  const [problem, setProblem] = useState<unknown>();
  const save = (): void => {
    setProblem(undefined);
    client.reports.html({ folder }).then(({ html }) => {
      const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = `ringdrill-${runId.replaceAll(/[^\w.-]/g, "_")}.html`;
      link.click();
      URL.revokeObjectURL(address);
    }, setProblem);
  };
  return { save, problem };
}

export function Paper(props: {
  readonly folder: string;
  readonly runId: string;
}): React.ReactElement {
  const { reportAddress } = useHost();
  const address = reportAddress(props.runId);
  const { save, problem } = useSave(props.folder, props.runId);
  const served = useQuery({
    queryKey: ["paper", address],
    queryFn: () => isServed(address),
    retry: false,
  });
  return (
    <div className="paper">
      <div className="row">
        <Button text={t("reports.saveHtml")} onClick={save} />
        <span className="muted grow">{t("reports.paperText")}</span>
      </div>
      {problem !== undefined && (
        <ErrorNote error={hostError(problem)} title={t("reports.notSaved")} />
      )}
      {served.isPending && <p className="muted">{t("reports.reading")}</p>}
      {served.data === true && (
        <iframe className="paper-frame" sandbox="" src={address} title={t("reports.paperTitle")} />
      )}
      {(served.data === false || served.isError) && (
        <p className="note note-info">{t("reports.paperNotServed")}</p>
      )}
    </div>
  );
}
