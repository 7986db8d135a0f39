/** The charts of a run as one option: the same panels as on paper, in the screen's colours. */
import type { ChartOption } from "../../../shared/chart/chart-option.ts";
import { errorsPanel, responsePanel, successPanel } from "../../../shared/chart/load-option.ts";
import { phaseSpans } from "../../../shared/chart/phase-shading.ts";
import { timeChart } from "../../../shared/chart/time-chart.ts";
import type { RunView } from "../../../shared/contract/drill.ts";
import { screenInk, type Theme } from "../../ui/palette.ts";
import type { RunSpan } from "./run-span.ts";

const panelPx = 104;
const errorsPx = 64;

/** @param widthPx width of the canvas: names of milestones are placed where they fit. */
export function runChart(
  run: Pick<RunView, "seconds" | "phaseLog" | "milestones">,
  span: RunSpan,
  widthPx: number,
  theme: Theme,
): { readonly option: ChartOption; readonly heightPx: number } {
  const ink = screenInk(theme);
  const errors = errorsPanel(run.seconds, ink, errorsPx);
  return timeChart(
    {
      origin: span.zeroMs,
      from: span.fromMs,
      to: span.toMs,
      widthPx,
      spans: phaseSpans(run.phaseLog, span.toMs),
      milestones: run.milestones,
      ink,
    },
    [
      successPanel(run.seconds, ink, panelPx),
      responsePanel(run.seconds, ink, panelPx),
      ...(errors === undefined ? [] : [errors]),
    ],
  );
}
