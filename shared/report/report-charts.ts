/** The charts of a report as SVG, from the report alone. */
import { paperInk } from "../chart/chart-option.ts";
import { errorsPanel, responsePanel, successPanel } from "../chart/load-option.ts";
import { cpuPanel, hintsPanel, viewsPanel, type ViewLane } from "../chart/node-option.ts";
import { phaseSpans } from "../chart/phase-shading.ts";
import { svgChart } from "../chart/svg-chart.ts";
import { timeChart, type Panel, type TimeFrame } from "../chart/time-chart.ts";
import type { DrillReport } from "../contract/report.ts";

const widthPx = 680;
/** Names of milestones are long on a strip; those that the reader looks for on a chart are shortened, the others left out. */
const shortNames: Readonly<Record<string, string>> = {
  injected: "injected",
  "detected by peer": "peer noticed",
  "first error": "first error",
  "last error": "last error",
  "rollback begun": "way back begun",
  "process up": "process up",
  "up in all views": "up in all views",
  "hints drained": "hints delivered",
};

export interface ReportCharts {
  /** Success, response times, errors; undefined when there is no load. */
  readonly load: string | undefined;
  /** Views of the target, hints, CPU; undefined when none of them is known. */
  readonly nodes: string | undefined;
}

/** Both charts, over the same axis. */
export function reportCharts(report: DrillReport): ReportCharts {
  const seconds = "content" in report.load ? report.load.content.seconds : [];
  const samples = "content" in report.nodes ? report.nodes.content : [];
  const frame = frameOf(report, [...seconds, ...samples]);
  if (frame === undefined) return { load: undefined, nodes: undefined };
  const { ink } = frame;
  const load =
    seconds.length === 0
      ? []
      : [
          successPanel(seconds, ink, 92),
          responsePanel(seconds, ink, 92),
          errorsPanel(seconds, ink, 70),
        ];
  const lanes = viewLanes(report);
  const nodes = [
    lanes.length === 0 ? undefined : viewsPanel(lanes, frame.from, frame.to, ink),
    hintsPanel(samples, ink, 64),
    cpuPanel(samples, ink, 64),
  ];
  return { load: drawn(frame, load, "load"), nodes: drawn(frame, nodes, "nodes") };
}

function drawn(
  frame: TimeFrame,
  panels: readonly (Panel | undefined)[],
  id: string,
): string | undefined {
  const known = panels.filter((panel) => panel !== undefined);
  if (known.length === 0) return undefined;
  const { option, heightPx } = timeChart(frame, known);
  return svgChart(option, frame.widthPx, heightPx, id);
}

/** From the first to the last figure; undefined when there is none. */
function frameOf(
  report: DrillReport,
  rows: readonly { readonly at: number }[],
): TimeFrame | undefined {
  let from = Infinity;
  let to = -Infinity;
  for (const { at } of rows) {
    from = Math.min(from, at);
    to = Math.max(to, at + 1_000);
  }
  if (!(to > from)) return undefined;
  const injected = report.timeline.find(({ name }) => name === "injected")?.at;
  return {
    origin: injected ?? from,
    from,
    to,
    widthPx,
    spans: phaseSpans(report.phases, to),
    milestones: report.timeline.flatMap(({ name, at }) => {
      const short = shortNames[name];
      return short === undefined ? [] : [{ name: short, at }];
    }),
    ink: paperInk,
  };
}

/** A peer's lane is down from the time it noticed until the node was up in all views. */
function viewLanes(report: DrillReport): ViewLane[] {
  const up = report.timeline.find(({ name }) => name === "up in all views")?.at;
  return report.timeline
    .filter(({ name, node }) => name === "detected by peer" && node !== undefined)
    .map(({ node, at }) => ({
      observer: node ?? "",
      changes: [{ at, state: "down" }, ...(up === undefined ? [] : [{ at: up, state: "up" }])],
    }))
    .toSorted((a, b) => a.observer.localeCompare(b.observer));
}
