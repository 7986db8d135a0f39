/** Where a run is: every phase in order, what is being done now, and when the node comes back by itself. */
import type { Phase, RunView } from "../../../shared/contract/drill.ts";
import { t } from "../../i18n/i18n.ts";
import { formatClock, formatDuration } from "../../ui/format.ts";
import { useNow } from "../../ui/now.ts";

const order = [
  "preflight",
  "baseline",
  "armed",
  "injected",
  "proven",
  "observing",
  "rolling back",
  "recovering",
  "auditing",
  "closed",
] as const satisfies readonly Phase[];

function Doing(props: { readonly run: RunView }): React.ReactElement {
  const { run } = props;
  const now = useNow();
  const inPhase = Math.max(0, Math.floor((now - run.phaseSince) / 1_000) * 1_000);
  const { comesBackAt } = run.guard;
  return (
    <div className="row-wrap phase-doing">
      <strong>{run.doing}</strong>
      <span className="muted">{t("run.inPhase", { time: formatDuration(inPhase) })}</span>
      {run.audit !== null && run.phase === "auditing" && (
        <span>
          {t("run.audit", { step: run.audit.step, done: run.audit.done, of: run.audit.of })}
        </span>
      )}
      <span className="grow" />
      <span className={run.guard.state === "not answering" ? "tone-critical" : "muted"}>
        {t(`guard.${run.guard.state}`)}
      </span>
      {comesBackAt !== undefined && comesBackAt > now && (
        <span className="tone-good">
          {t("run.comesBack", {
            at: formatClock(comesBackAt),
            time: formatDuration(Math.ceil((comesBackAt - now) / 1_000) * 1_000),
          })}
        </span>
      )}
    </div>
  );
}

export function PhaseLine(props: { readonly run: RunView }): React.ReactElement {
  const { run } = props;
  const begun = new Map(run.phaseLog.map((entry) => [entry.phase, entry.at]));
  return (
    <section className="panel phase-panel" aria-label={t("run.phases")}>
      <ol className="phase-line">
        {order.map((phase) => {
          const at = begun.get(phase);
          const now = run.phase === phase;
          return (
            <li
              key={phase}
              className={`phase-step ${now ? "phase-now" : at === undefined ? "phase-ahead" : "phase-done"} phase-kind-${phase.replace(" ", "-")}`}
              aria-current={now ? "step" : undefined}
            >
              <span className="cut">{t(`phase.${phase}`)}</span>
              <span className="phase-at">{at === undefined ? "" : formatClock(at)}</span>
            </li>
          );
        })}
      </ol>
      {run.phase !== "closed" && <Doing run={run} />}
    </section>
  );
}
