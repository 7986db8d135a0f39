/** Which span the lanes show, by button as well as by dragging. */
import { Button } from "@blueprintjs/core";
import { t } from "../../i18n/i18n.ts";
import { formatClock, formatDuration } from "../../ui/format.ts";
import { shift, spans, zoomBy, type TimeRange } from "./time-range.ts";

export function RangePicker(props: {
  readonly range: TimeRange;
  /** Said instead of how to zoom, when the lanes need explaining. */
  readonly legend: string | undefined;
  readonly onChange: (next: TimeRange) => void;
}): React.ReactElement {
  const { range, onChange } = props;
  const fixed = range.kind === "fixed";
  return (
    <>
      <div className="row range-spans" role="group" aria-label={t("overview.range")}>
        {spans.map((span) => (
          <Button
            key={span}
            size="small"
            variant={!fixed && range.span === span ? "solid" : "minimal"}
            aria-pressed={!fixed && range.span === span}
            text={t(`overview.span.${span}`)}
            onClick={() => onChange({ kind: "live", span })}
          />
        ))}
      </div>
      <div className="row" role="group" aria-label={t("overview.zoom")}>
        <Button
          size="small"
          variant="minimal"
          text="‹"
          aria-label={t("overview.earlier")}
          title={t("overview.earlier")}
          onClick={() => onChange(shift(range, -0.5, Date.now()))}
        />
        <Button
          size="small"
          variant="minimal"
          text="+"
          aria-label={t("overview.zoomIn")}
          title={t("overview.zoomIn")}
          onClick={() => onChange(zoomBy(range, 0.5, Date.now()))}
        />
        <Button
          size="small"
          variant="minimal"
          text="−"
          aria-label={t("overview.zoomOut")}
          title={t("overview.zoomOut")}
          onClick={() => onChange(zoomBy(range, 2, Date.now()))}
        />
        <Button
          size="small"
          variant="minimal"
          text="›"
          aria-label={t("overview.later")}
          title={t("overview.later")}
          disabled={!fixed}
          onClick={() => onChange(shift(range, 0.5, Date.now()))}
        />
      </div>
      {fixed ? (
        <>
          <span className="cut grow">
            {t("overview.zoomed", {
              from: formatClock(range.fromMs),
              to: formatClock(range.toMs),
              width: formatDuration(range.toMs - range.fromMs),
            })}
          </span>
          <Button
            size="small"
            intent="primary"
            text={t("overview.backToLive")}
            onClick={() => onChange({ kind: "live", span: range.span })}
          />
        </>
      ) : (
        <span className="muted cut grow">{props.legend ?? t("overview.dragHint")}</span>
      )}
    </>
  );
}
