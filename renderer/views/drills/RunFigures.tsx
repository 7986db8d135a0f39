/** Counters, milestones and messages of a run. */
import type { LedgerCounts, Milestone, RunView } from "../../../shared/contract/drill.ts";
import { t } from "../../i18n/i18n.ts";
import {
  formatAfter,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
} from "../../ui/format.ts";

const during = [
  "intended",
  "acked",
  "refused",
  "unknown",
] as const satisfies readonly (keyof LedgerCounts)[];
const audited = [
  "ok",
  "lost",
  "hidden",
  "stale",
  "unexpected",
  "recovered",
  "neverRead",
] as const satisfies readonly (keyof LedgerCounts)[];
const bad: ReadonlySet<keyof LedgerCounts> = new Set(["lost", "unexpected", "neverRead"]);

function Count(props: {
  readonly name: keyof LedgerCounts;
  readonly value: number | null;
}): React.ReactElement {
  const { name, value } = props;
  const tone =
    value !== null && value > 0 && bad.has(name)
      ? "tone-critical"
      : value !== null && value > 0 && (name === "hidden" || name === "stale")
        ? "tone-warning"
        : "";
  return (
    <>
      <dt title={t(`ledgerHelp.${name}`)}>{t(`ledger.${name}`)}</dt>
      <dd className={`num ${tone}`}>{value === null ? "–" : formatCount(value)}</dd>
    </>
  );
}

export function Ledger(props: { readonly run: RunView }): React.ReactElement {
  const { run } = props;
  return (
    <section className="panel" aria-label={t("run.ledger")}>
      <div className="panel-head">
        <h2 className="grow">{t("run.ledger")}</h2>
      </div>
      <div className="panel-body">
        <dl className="counts">
          {during.map((name) => (
            <Count key={name} name={name} value={run.ledger[name]} />
          ))}
        </dl>
        <h3>{t("run.audited")}</h3>
        <dl className="counts">
          {audited.map((name) => (
            <Count key={name} name={name} value={run.ledger[name]} />
          ))}
        </dl>
        <h3>{t("run.hints")}</h3>
        <p>
          {run.hints === null
            ? t("run.hintsUnknown")
            : t("node.hintsText", {
                bytes: formatBytes(run.hints.bytes),
                files: formatCount(run.hints.files),
              })}
        </p>
      </div>
    </section>
  );
}

/** @param props.newestFirst while a run goes on, what just happened stands on top. */
export function Milestones(props: {
  readonly milestones: readonly Milestone[];
  readonly newestFirst?: boolean;
}): React.ReactElement {
  const shown = props.newestFirst === true ? props.milestones.toReversed() : props.milestones;
  return (
    <section className="panel" aria-label={t("run.milestones")}>
      <div className="panel-head">
        <h2 className="grow">{t("run.milestones")}</h2>
      </div>
      {props.milestones.length === 0 ? (
        <p className="panel-body muted">{t("run.noMilestones")}</p>
      ) : (
        <ol className="milestones">
          {shown.map((milestone, i) => (
            <li key={`${milestone.name} ${milestone.node ?? ""} ${i}`}>
              <span className="num nowrap milestone-after" title={formatClock(milestone.at)}>
                {milestone.afterInjectMs === undefined
                  ? formatClock(milestone.at)
                  : formatAfter(milestone.afterInjectMs)}
              </span>
              <span className="grow">
                {milestone.name}
                {milestone.node !== undefined && ` · ${milestone.node}`}
                <div className="muted">
                  {milestone.source}
                  {milestone.uncertaintyMs !== undefined &&
                    ` ± ${formatDuration(milestone.uncertaintyMs)}`}
                </div>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const mostMessages = 200;

export function Messages(props: { readonly run: RunView }): React.ReactElement {
  const messages = props.run.messages.slice(-mostMessages).toReversed();
  return (
    <section className="panel" aria-label={t("run.messages")}>
      <div className="panel-head">
        <h2 className="grow">{t("run.messages")}</h2>
        {props.run.messages.length > mostMessages && (
          <span className="muted">
            {t("common.showing", { shown: mostMessages, of: props.run.messages.length })}
          </span>
        )}
      </div>
      <ol className="messages" tabIndex={0}>
        {messages.map((message, i) => (
          <li key={`${message.at} ${i}`}>
            <span className="muted nowrap">{formatClock(message.at)}</span>{" "}
            <span>{message.text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
