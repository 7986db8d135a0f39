/** What you choose: node, load, level, replication, rate, waits. */
import { Button, FormGroup, HTMLSelect } from "@blueprintjs/core";
import { useState } from "react";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { DrillRequest } from "../../../shared/contract/drill.ts";
import { waitsFor } from "../../../shared/drill/waits.ts";
import { valueOf } from "../../../shared/facts/fact.ts";
import { t } from "../../i18n/i18n.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { TextField } from "../clusters/Field.tsx";
import { waitNames, type Draft } from "./request-draft.ts";

const levels = ["ONE", "LOCAL_ONE", "QUORUM", "LOCAL_QUORUM", "EACH_QUORUM", "ALL"] as const;
const loadKinds = ["write", "read", "mixed"] as const satisfies readonly DrillRequest["load"][];
const factors = [1, 2, 3, 4, 5] as const;

interface PlanFormProps {
  readonly view: ClusterView;
  readonly draft: Draft;
  readonly change: (next: Draft) => void;
  readonly problems: readonly string[];
}

function WaitFields(props: PlanFormProps): React.ReactElement {
  const { draft, change, view } = props;
  const defaults = waitsFor(view.target.environment, {});
  const waits = "waits" in defaults ? defaults.waits : undefined;
  return (
    <>
      {waitNames.map((name) => (
        <TextField
          key={name}
          label={t(`wait.${name}`)}
          value={draft.waits[name]}
          placeholder={waits === undefined ? "" : String(waits[name] / 1_000)}
          problem={props.problems.find((problem) => problem.includes(name))}
          onChange={(text) => change({ ...draft, waits: { ...draft.waits, [name]: text } })}
        />
      ))}
    </>
  );
}

export function PlanForm(props: PlanFormProps): React.ReactElement {
  const { view, draft, change } = props;
  const [waits, showWaits] = useState(false);
  return (
    <form
      className="panel plan-form"
      aria-label={t("plan.choose")}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>{t("plan.choose")}</h2>
      <FormGroup label={t("plan.node")} labelFor="plan-node">
        <HTMLSelect
          id="plan-node"
          fill
          value={draft.node}
          options={orderedNodes(view).map((node) => ({
            value: node.address,
            label: `${node.address} · ${valueOf(node.state) ?? "?"} · ${valueOf(node.dc) ?? "?"} / ${valueOf(node.rack) ?? "?"}`,
          }))}
          onChange={(event) => change({ ...draft, node: event.currentTarget.value })}
        />
      </FormGroup>
      <FormGroup label={t("plan.load")} labelFor="plan-load">
        <HTMLSelect
          id="plan-load"
          fill
          value={draft.load}
          options={loadKinds.map((value) => ({ value, label: t(`plan.loadOf.${value}`) }))}
          onChange={(event) =>
            change({
              ...draft,
              load: loadKinds.find((kind) => kind === event.currentTarget.value) ?? "write",
            })
          }
        />
      </FormGroup>
      <FormGroup label={t("plan.level")} labelFor="plan-level">
        <HTMLSelect
          id="plan-level"
          fill
          value={draft.consistency}
          options={
            levels.includes(draft.consistency as (typeof levels)[number])
              ? [...levels]
              : [draft.consistency, ...levels]
          }
          onChange={(event) => change({ ...draft, consistency: event.currentTarget.value })}
        />
      </FormGroup>
      <FormGroup label={t("plan.rf")} labelFor="plan-rf" helperText={t("plan.rfHelp")}>
        <HTMLSelect
          id="plan-rf"
          fill
          value={draft.rf}
          options={factors.map((value) => ({ value, label: String(value) }))}
          onChange={(event) => change({ ...draft, rf: Number(event.currentTarget.value) })}
        />
      </FormGroup>
      <TextField
        label={t("plan.rate")}
        value={draft.rate}
        placeholder={t("plan.rateDefault")}
        problem={props.problems.find((problem) => problem.includes("ratePerSecond"))}
        onChange={(rate) => change({ ...draft, rate })}
      />
      <Button
        variant="minimal"
        size="small"
        text={waits ? t("plan.hideWaits") : t("plan.showWaits")}
        aria-expanded={waits}
        onClick={() => showWaits(!waits)}
      />
      {waits && <WaitFields {...props} />}
    </form>
  );
}
