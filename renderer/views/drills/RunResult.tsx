/** What came of it: the verdict in one sentence, prediction against reality, times, data. Also the heart of a report. */
import { Button } from "@blueprintjs/core";
import type { ComparisonLine, DrillPlan, DrillResult } from "../../../shared/contract/drill.ts";
import { go } from "../../app/navigation.ts";
import { t } from "../../i18n/i18n.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { formatCount, formatDuration } from "../../ui/format.ts";
import { VerdictLabel } from "../../ui/VerdictLabel.tsx";
import "../../ui/tables.css";

function matchTone(matched: boolean | null): {
  readonly sign: string;
  readonly tone: string;
  readonly word: "matched" | "differs" | "notMeasured";
} {
  if (matched === null) return { sign: "–", tone: "muted", word: "notMeasured" };
  return matched
    ? { sign: "✓", tone: "tone-good", word: "matched" }
    : { sign: "≠", tone: "tone-critical", word: "differs" };
}

/** Prediction and reality side by side; differences are marked and come first. */
export function Comparison(props: {
  readonly lines: readonly ComparisonLine[];
}): React.ReactElement {
  return (
    <section className="panel" aria-label={t("result.comparison")}>
      <div className="panel-head">
        <h2>{t("result.comparison")}</h2>
      </div>
      {props.lines.length === 0 ? (
        <p className="panel-body muted">{t("result.noComparison")}</p>
      ) : (
        <ComparisonTable lines={props.lines} />
      )}
    </section>
  );
}

function ComparisonTable(props: { readonly lines: readonly ComparisonLine[] }): React.ReactElement {
  const rank = (line: ComparisonLine): number =>
    line.matched === false ? 0 : line.matched === null ? 1 : 2;
  return (
    <table className="grid-table comparison">
      <thead>
        <tr>
          <th scope="col">{t("result.predicted")}</th>
          <th scope="col">{t("result.expected")}</th>
          <th scope="col">{t("result.measured")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("result.match")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.lines
          .toSorted((a, b) => rank(a) - rank(b))
          .map((line) => {
            const { sign, tone, word } = matchTone(line.matched);
            return (
              <tr key={line.id} className={line.matched === false ? "differs" : ""}>
                <th scope="row" className="wrap">
                  {line.text}
                </th>
                <td className="wrap">{line.expected}</td>
                <td className="wrap">
                  {line.measured ?? "–"}
                  {line.why !== undefined && <div className="muted">{line.why}</div>}
                </td>
                <td className={`nowrap ${tone}`}>
                  <span aria-hidden="true">{sign}</span> {t(`result.${word}`)}
                </td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}

const rtoNames = [
  ["serviceMs", "service"],
  ["redundancyMs", "redundancy"],
  ["performanceMs", "performance"],
] as const;

function Times(props: { readonly result: DrillResult }): React.ReactElement {
  const { result } = props;
  return (
    <dl className="result-times">
      {rtoNames.map(([field, name]) => {
        const value = result.rto[field];
        return (
          <div key={name}>
            <dt>{t(`result.rto.${name}`)}</dt>
            <dd>
              {value === null ? "–" : formatDuration(value)}
              {value === null && (
                <p className="muted">{result.rtoWhy[name] ?? t("result.noReason")}</p>
              )}
            </dd>
          </div>
        );
      })}
      <div>
        <dt>{t("result.rpo")}</dt>
        <dd>{result.rpoMs === null ? "–" : formatDuration(result.rpoMs)}</dd>
      </div>
      <div>
        <dt>{t("result.acked")}</dt>
        <dd>{formatCount(result.ledger.acked)}</dd>
      </div>
      <div>
        <dt>{t("result.lost")}</dt>
        <dd
          className={result.ledger.lost !== null && result.ledger.lost > 0 ? "tone-critical" : ""}
        >
          {result.ledger.lost === null ? "–" : formatCount(result.ledger.lost)}
        </dd>
      </div>
    </dl>
  );
}

/** Verdict, reasons and the six figures everybody asks for. */
export function VerdictBlock(props: { readonly result: DrillResult }): React.ReactElement {
  const { result } = props;
  const [first, ...rest] = result.reasons;
  return (
    <section
      className={`panel verdict verdict-${result.verdict.replaceAll(" ", "-")}`}
      aria-label={t("result.verdict")}
    >
      <p className="verdict-line">
        <VerdictLabel verdict={result.verdict} /> {first}
      </p>
      {rest.length > 0 && (
        <ul className="note-list">
          {rest.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <Times result={result} />
    </section>
  );
}

/** Verdict with what can be done next. */
export function RunResult(props: {
  readonly plan: DrillPlan;
  readonly result: DrillResult;
}): React.ReactElement {
  const { plan, result } = props;
  return (
    <>
      <VerdictBlock result={result} />
      <div className="row-wrap">
        <Button
          intent="primary"
          text={t("result.report")}
          onClick={() => go("reports", [result.runId])}
        />
        <Button
          text={t("result.again")}
          onClick={() => go("drills", ["plan", plan.drill.id], plan.target.profile)}
        />
        <span className="muted mono cut grow" title={result.evidence}>
          {t("result.evidence", { folder: result.evidence })}
        </span>
        <CopyButton text={result.evidence} label={t("result.copyFolder")} />
      </div>
    </>
  );
}
