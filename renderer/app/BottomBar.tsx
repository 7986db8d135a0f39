/** The running drill on every screen: what is going on, when the node comes back by itself, and the way to stop. */
import { Button } from "@blueprintjs/core";
import { useState } from "react";
import type { RunView } from "../../shared/contract/drill.ts";
import { hostError } from "../host/host-error.ts";
import { t } from "../i18n/i18n.ts";
import { formatClock, formatCount, formatDuration } from "../ui/format.ts";
import { useNow } from "../ui/now.ts";
import { useHost } from "./host-context.ts";
import { useKeys } from "./key-map.ts";
import { go } from "./navigation.ts";
import { useActiveRun } from "./session-context.tsx";

/** Asks the host to stop; what it answers stays on the bar. */
function useStop(runId: string): { readonly stop: () => void; readonly said: string | undefined } {
  const { client } = useHost();
  const [said, setSaid] = useState<string>();
  const stop = (): void => {
    setSaid(t("bottom.stopping"));
    client.drills.stop({ runId }).then(
      (answer) => setSaid(answer.text),
      (error: unknown) => setSaid(t("bottom.stopFailed", { why: hostError(error).message })),
    );
  };
  return { stop, said };
}

function Running(props: {
  readonly run: RunView;
  readonly silentSince: number | undefined;
}): React.ReactElement {
  const { run } = props;
  const now = useNow();
  const { stop, said } = useStop(run.plan.runId);
  useKeys({ "Shift+Escape": stop });
  const seconds = (from: number): string =>
    formatDuration(Math.max(0, Math.floor((now - from) / 1_000) * 1_000));
  const node = run.plan.nodes.map((each) => each.address).join(", ");
  return (
    <section className="bottom-bar" aria-label={t("bottom.label")}>
      <button
        type="button"
        className="plain nowrap"
        title={t("bottom.open")}
        onClick={() => go("drills", ["run", run.plan.runId], run.plan.target.profile)}
      >
        <strong>{t("bottom.drillOn", { drill: run.plan.drill.id, node })}</strong>
      </button>
      <span className="nowrap">
        {run.injectedAt === undefined
          ? `${t(`phase.${run.phase}`)} ${seconds(run.phaseSince)}`
          : t("bottom.since", { phase: t(`phase.${run.phase}`), time: seconds(run.injectedAt) })}
      </span>
      <span className="nowrap">
        {t("bottom.acked", { count: run.ledger.acked, text: formatCount(run.ledger.acked) })}
        {run.ledger.lost !== null &&
          ` · ${t("bottom.lost", { text: formatCount(run.ledger.lost) })}`}
      </span>
      <span className="cut grow" title={said ?? run.doing}>
        {said ??
          (props.silentSince === undefined
            ? run.doing
            : t("bottom.silent", { at: formatClock(props.silentSince) }))}
      </span>
      {run.guard.comesBackAt !== undefined && (
        <span className="nowrap tone-good">
          {t("bottom.comesBack", { at: formatClock(run.guard.comesBackAt) })}
        </span>
      )}
      <Button
        intent="danger"
        disabled={run.stopRequested}
        onClick={stop}
        title={t("bottom.stopLeaves")}
        text={run.stopRequested ? t("bottom.stopping") : t("bottom.stop")}
      />
    </section>
  );
}

/** Nothing while no drill runs. */
export function BottomBar(): React.ReactElement | null {
  const { view, silent } = useActiveRun();
  if (view === undefined || view.phase === "closed") return null;
  return <Running key={view.plan.runId} run={view} silentSince={silent?.since} />;
}
