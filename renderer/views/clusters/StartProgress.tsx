/** A start that is under way: what is being done, how far, how long still, and the way to stop it. */
import { Button, ProgressBar } from "@blueprintjs/core";
import type { Progress } from "../../../shared/contract/practice.ts";
import { t } from "../../i18n/i18n.ts";
import { formatDuration } from "../../ui/format.ts";

export function StartProgress(props: {
  readonly progress: readonly Progress[];
  readonly onStop: () => void;
}): React.ReactElement {
  const last = props.progress.at(-1);
  // Newest line of each node, so that all are seen at once.
  const byNode = new Map(
    props.progress.filter((step) => step.node !== undefined).map((step) => [step.node, step.doing]),
  );
  return (
    <div className="stack" role="status">
      <ProgressBar
        animate={false}
        stripes={false}
        intent="primary"
        value={last === undefined || last.of === 0 ? 0 : last.done / last.of}
        aria-label={t("practice.progress")}
      />
      <div className="row">
        <span className="grow">
          {last === undefined
            ? t("practice.beginning")
            : t("practice.step", { doing: last.doing, done: last.done, of: last.of })}
          {last !== undefined &&
            last.remainingMs !== null &&
            ` · ${t("practice.remaining", { time: formatDuration(last.remainingMs) })}`}
        </span>
        <Button
          size="small"
          text={t("practice.stopStart")}
          title={t("practice.stopStartLeaves")}
          onClick={props.onStop}
        />
      </div>
      {byNode.size > 0 && (
        <ul className="muted">
          {[...byNode].map(([node, doing]) => (
            <li key={node} className="cut" title={doing}>
              {doing}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
