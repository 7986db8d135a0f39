/** Drills that were begun on this cluster and not closed, with what can be done about each. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Unfinished as UnfinishedDrill } from "../../../shared/contract/drill.ts";
import { useHost } from "../../app/host-context.ts";
import { go } from "../../app/navigation.ts";
import { useActiveRun } from "../../app/session-context.tsx";
import { hostError, type HostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { formatDateTime } from "../../ui/format.ts";
import "../../ui/notes.css";

function Row(props: {
  readonly profile: string;
  readonly drill: UnfinishedDrill;
  readonly after: () => void;
}): React.ReactElement {
  const { client } = useHost();
  const { drill, profile } = props;
  const [doing, setDoing] = useState<"resume" | "rollback">();
  const [problem, setProblem] = useState<HostError>();
  const resume = (): void => {
    setDoing("resume");
    client.drills.resume({ profile, runId: drill.runId }).then(
      ({ runId }) => go("drills", ["run", runId]),
      (error: unknown) => {
        setProblem(hostError(error));
        setDoing(undefined);
      },
    );
  };
  const rollback = (): void => {
    setDoing("rollback");
    client.drills
      .rollback({ profile, runId: drill.runId })
      .then(props.after, (error: unknown) => setProblem(hostError(error)))
      .finally(() => setDoing(undefined));
  };
  return (
    <section className="note note-warning" aria-label={`${drill.drill} ${drill.node}`}>
      <p>
        <strong>
          {t("unfinished.what", { drill: drill.drill, node: drill.node, phase: drill.phase })}
        </strong>{" "}
        <span className="muted">
          {formatDateTime(drill.at)} · {t(`unfinished.where.${drill.where}`)}
        </span>
      </p>
      <p>{drill.onNode ?? t("unfinished.notAsked")}</p>
      <p>{drill.next}</p>
      {problem !== undefined && <ErrorNote error={problem} title={t("unfinished.failed")} />}
      <div className="row">
        <Button
          intent="primary"
          text={doing === "resume" ? t("unfinished.resuming") : t("unfinished.resume")}
          disabled={doing !== undefined}
          onClick={resume}
        />
        <Button
          text={doing === "rollback" ? t("unfinished.rollingBack") : t("unfinished.rollback")}
          disabled={doing !== undefined}
          onClick={rollback}
        />
        <span className="muted">{t("unfinished.difference")}</span>
      </div>
    </section>
  );
}

export function Unfinished(props: { readonly profile: string }): React.ReactElement | null {
  const { queries } = useHost();
  const active = useActiveRun().view;
  const scan = useQuery(
    queries.drills.scan.queryOptions({ input: { profile: props.profile }, staleTime: 10_000 }),
  );
  if (scan.isError)
    return (
      <ErrorNote
        error={hostError(scan.error)}
        title={t("unfinished.scanFailed")}
        onRetry={() => void scan.refetch()}
      />
    );
  const rows = (scan.data ?? []).filter((row) => row.runId !== active?.plan.runId);
  if (rows.length === 0) return null;
  return (
    <>
      {rows.map((row) => (
        <Row
          key={row.runId}
          profile={props.profile}
          drill={row}
          after={() => void scan.refetch()}
        />
      ))}
    </>
  );
}
