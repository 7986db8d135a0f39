/** Why a cluster could not be opened. A practice cluster that is still starting is no failure, and shown as it comes. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import type { HostError } from "../host/host-error.ts";
import { t } from "../i18n/i18n.ts";
import { ErrorNote } from "../ui/FailureNote.tsx";
import { PracticeNodes } from "../views/clusters/PracticeNodes.tsx";
import { useHost } from "./host-context.ts";
import { go } from "./navigation.ts";

const statusMs = 1_000;

export function NotOpened(props: {
  readonly problem: HostError;
  readonly profile: string;
  readonly onRetry: () => void;
}): React.ReactElement {
  const { problem, profile } = props;
  const { queries } = useHost();
  const profiles = useQuery(queries.profiles.list.queryOptions());
  const practice =
    profiles.data?.rows.find((row) => row.profile.name === profile)?.practice === true ||
    profile === "practice";
  const status = useQuery(
    queries.practice.status.queryOptions({ enabled: practice, refetchInterval: statusMs }),
  );
  if (practice && status.data?.state === "starting") {
    const { nodes } = status.data;
    const running = nodes.filter((node) => node.cassandra === "running").length;
    return (
      <section className="stack" role="status">
        <h2>{t("session.startingTitle")}</h2>
        {nodes.length > 0 && (
          <>
            <p>{t("session.startingText", { running, count: nodes.length })}</p>
            <div className="panel">
              <PracticeNodes status={status.data} />
            </div>
          </>
        )}
      </section>
    );
  }
  return (
    <>
      <ErrorNote error={problem} title={t("session.failed", { profile })} onRetry={props.onRetry} />
      <div className="row">
        <Button text={t("session.toClusters")} onClick={() => go("clusters")} />
        {problem.code !== "FAILED" && <span className="muted">{t("session.tryingAgain")}</span>}
      </div>
    </>
  );
}
