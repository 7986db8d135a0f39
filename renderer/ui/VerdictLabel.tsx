/** A verdict as a word with its colour and sign; no verdict yet is said too. */
import type { Verdict } from "../../shared/contract/drill.ts";
import { t } from "../i18n/i18n.ts";

const looks: Readonly<Record<Verdict, { readonly sign: string; readonly tone: string }>> = {
  passed: { sign: "✓", tone: "tone-good" },
  "passed with conditions": { sign: "✓", tone: "tone-warning" },
  failed: { sign: "✕", tone: "tone-critical" },
  "not verifiable": { sign: "?", tone: "tone-critical" },
  refused: { sign: "–", tone: "tone-warning" },
  aborted: { sign: "■", tone: "tone-warning" },
};

export function VerdictLabel(props: { readonly verdict: Verdict | null }): React.ReactElement {
  if (props.verdict === null) return <span className="muted">{t("verdict.none")}</span>;
  const { sign, tone } = looks[props.verdict];
  return (
    <strong className={`${tone} nowrap`}>
      <span aria-hidden="true">{sign}</span> {t(`verdict.${props.verdict}`)}
    </strong>
  );
}
