/** What must hold before a node is harmed: each check with its value and reason, refusals first. */
import { Button } from "@blueprintjs/core";
import { useState } from "react";
import type { Check, DrillPlan } from "../../../shared/contract/drill.ts";
import { t } from "../../i18n/i18n.ts";
import { TextField } from "../clusters/Field.tsx";

type Standing = "refused" | "overridden" | "open" | "passed" | "notApplicable";

const looks: Readonly<Record<Standing, { readonly sign: string; readonly tone: string }>> = {
  refused: { sign: "✕", tone: "tone-critical" },
  overridden: { sign: "!", tone: "tone-warning" },
  open: { sign: "?", tone: "tone-warning" },
  passed: { sign: "✓", tone: "tone-good" },
  notApplicable: { sign: "–", tone: "muted" },
};

function standingOf(check: Check, overridden: boolean): Standing {
  if (!check.applicable) return "notApplicable";
  if (overridden && check.ok !== true) return "overridden";
  if (check.ok === null) return "open";
  return check.ok ? "passed" : "refused";
}

function CheckRow(props: {
  readonly check: Check;
  readonly standing: Standing;
  readonly reason: string | undefined;
  readonly onReason: (reason: string | undefined) => void;
}): React.ReactElement {
  const { check, standing } = props;
  const [asking, ask] = useState(props.reason !== undefined);
  const { sign, tone } = looks[standing];
  return (
    <li className="check">
      <span className={tone}>
        <span aria-hidden="true">{sign}</span>
        <span className="visually-hidden">{t(`preflight.${standing}`)}</span>
      </span>
      <span>{check.check}</span>
      <span className={standing === "passed" ? "" : tone}>{check.value}</span>
      <span className="muted">{check.why}</span>
      <span className="num">
        {check.overridable && check.ok !== true && check.applicable && !asking && (
          <Button
            size="small"
            variant="minimal"
            text={t("preflight.override")}
            onClick={() => ask(true)}
          />
        )}
      </span>
      {asking && (
        <div className="check-override row">
          <div className="grow">
            <TextField
              label={t("preflight.reason")}
              value={props.reason ?? ""}
              autoFocus
              help={t("preflight.reasonHelp")}
              onChange={(text) => props.onReason(text)}
            />
          </div>
          <Button
            size="small"
            variant="minimal"
            text={t("preflight.noOverride")}
            onClick={() => {
              ask(false);
              props.onReason(undefined);
            }}
          />
        </div>
      )}
    </li>
  );
}

export function Preflight(props: {
  readonly plan: DrillPlan;
  readonly overrides: Readonly<Record<string, string>>;
  readonly onOverride: (next: Readonly<Record<string, string>>) => void;
}): React.ReactElement {
  const { plan, overrides } = props;
  const agreed = new Set(plan.overrides.map((each) => each.check));
  const rows = plan.preflight.map((check) => ({
    check,
    standing: standingOf(check, agreed.has(check.check)),
  }));
  const count = (standing: Standing): number =>
    rows.filter((row) => row.standing === standing).length;
  return (
    <section className="panel" aria-label={t("preflight.title")}>
      <div className="panel-head">
        <h2 className="grow">{t("preflight.title")}</h2>
        <span role="status" className={count("refused") > 0 ? "tone-critical" : "muted"}>
          {t("preflight.counts", {
            passed: count("passed"),
            refused: count("refused"),
            open: count("open"),
          })}
        </span>
      </div>
      <ul>
        {rows.map(({ check, standing }) => (
          <CheckRow
            key={check.check}
            check={check}
            standing={standing}
            reason={overrides[check.check]}
            onReason={(reason) => {
              const { [check.check]: _before, ...rest } = overrides;
              props.onOverride(reason === undefined ? rest : { ...rest, [check.check]: reason });
            }}
          />
        ))}
      </ul>
    </section>
  );
}
