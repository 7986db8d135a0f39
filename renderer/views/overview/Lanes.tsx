/** The lanes: one canvas, one time axis, one line under the pointer through all of them, and a drag to zoom. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { Series } from "../../../shared/contract/series.ts";
import { Chart } from "../../chart/Chart.tsx";
import { timeTicks } from "../../chart/time-ticks.ts";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { orderedNodes } from "../../ui/node-order.ts";
import { categoryColour, chartColours } from "../../ui/palette.ts";
import { shownTheme } from "../../ui/theme-store.ts";
import { lanes } from "./lane-rows.ts";
import { largestOf, lanesOption } from "./lanes-option.ts";
import type { Pointed } from "./OverviewScreen.tsx";
import { zoomTo, type TimeRange } from "./time-range.ts";

const left = 146;
const right = 10;
const gap = 5;
const axisPx = 22;
const lowestLanePx = 40;

interface LanesProps {
  readonly view: ClusterView;
  readonly series: Series | undefined;
  readonly ends: { readonly fromMs: number; readonly toMs: number };
  readonly range: TimeRange;
  readonly pointed: Pointed | undefined;
  readonly onRange: (next: TimeRange) => void;
  readonly onPoint: (next: Pointed | undefined) => void;
  readonly onWidth: (px: number) => void;
}

/** Width and height of an element, followed. */
function useSize(place: React.RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 800, height: 480 });
  useEffect(() => {
    if (place.current === null) return undefined;
    const observed = new ResizeObserver(([entry]) => {
      if (entry !== undefined)
        setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observed.observe(place.current);
    return () => observed.disconnect();
  }, [place]);
  return size;
}

function LaneLabels(props: {
  readonly series: Series | undefined;
  readonly laneHeight: number;
}): React.ReactElement {
  return (
    <ul className="lane-labels">
      {lanes.map((lane, i) => {
        const empty =
          props.series !== undefined &&
          !props.series.nodes.some((node) =>
            node.lanes[lane.name]?.some((value) => value !== null),
          );
        return (
          <li
            key={lane.name}
            style={{
              top: i * (props.laneHeight + gap),
              height: props.laneHeight,
              width: left - 10,
            }}
          >
            <span className="lane-name">{t(`lane.${lane.name}`)}</span>
            <span className="muted lane-top">
              {empty
                ? t("overview.noSamples")
                : props.series === undefined
                  ? ""
                  : lane.format(lane.top(largestOf(props.series, lane)))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function Lanes(props: LanesProps): React.ReactElement {
  const { view, series, ends, pointed } = props;
  const { fromMs, toMs } = ends;
  const theme = useStore(shownTheme, (value) => value);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [dragFrom, setDragFrom] = useState<number>();
  const { onWidth } = props;
  useEffect(() => onWidth(size.width), [onWidth, size.width]);

  const laneHeight = Math.max(
    lowestLanePx,
    Math.floor((size.height - axisPx) / lanes.length) - gap,
  );
  const height = lanes.length * (laneHeight + gap);
  const plotWidth = Math.max(1, size.width - left - right);
  const colourOf = useMemo(() => {
    const index = new Map(orderedNodes(view).map((node, i) => [node.key, i]));
    return (key: string): string => categoryColour(index.get(key) ?? 0, theme);
    // The order of the nodes changes with membership only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [view.nodes.length, theme]);
  const option = useMemo(
    () =>
      series === undefined
        ? undefined
        : lanesOption(
            series,
            lanes,
            fromMs,
            toMs,
            { left, right, laneHeight, gap },
            chartColours(theme),
            colourOf,
          ),
    [series, fromMs, toMs, laneHeight, theme, colourOf],
  );

  const xOf = (at: number): number => left + ((at - fromMs) / (toMs - fromMs)) * plotWidth;
  const timeAt = (event: React.PointerEvent<HTMLElement>): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    return fromMs + (Math.min(plotWidth, Math.max(0, x)) / plotWidth) * (toMs - fromMs);
  };
  const pointAt = (event: React.PointerEvent<HTMLElement>): void => {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
    props.onPoint({ at: timeAt(event), lane: lanes[Math.floor(y / (laneHeight + gap))] });
  };
  const ticks = timeTicks(
    fromMs,
    toMs,
    Math.max(2, Math.floor(plotWidth / 90)),
    -new Date(toMs).getTimezoneOffset() * 60_000,
  );
  return (
    <div
      ref={box}
      className="lanes-scroll"
      tabIndex={0}
      role="group"
      aria-label={t("overview.lanes")}
    >
      <div className="lanes-axis" style={{ height: axisPx }}>
        {ticks.map((tick) => (
          <span key={tick.at} style={{ left: xOf(tick.at) }}>
            {tick.text}
          </span>
        ))}
      </div>
      <div
        className="lanes"
        style={{ height }}
        onPointerMove={pointAt}
        onPointerLeave={() => {
          props.onPoint(undefined);
          setDragFrom(undefined);
        }}
        onPointerDown={(event) => {
          if (event.button === 0) setDragFrom(timeAt(event));
        }}
        onPointerUp={(event) => {
          const next =
            dragFrom === undefined ? undefined : zoomTo(props.range, dragFrom, timeAt(event));
          setDragFrom(undefined);
          if (next !== undefined) props.onRange(next);
        }}
        onDoubleClick={() => props.onRange({ kind: "live", span: props.range.span })}
      >
        {lanes.map((lane, i) => (
          <div
            key={lane.name}
            className="lane-ground"
            style={{ top: i * (laneHeight + gap), height: laneHeight, left, right }}
          />
        ))}
        {ticks.map((tick) => (
          <div key={tick.at} className="lane-tick" style={{ left: xOf(tick.at) }} />
        ))}
        <LaneLabels series={series} laneHeight={laneHeight} />
        {option === undefined ? (
          <p className="muted lanes-loading">{t("overview.loadingSeries")}</p>
        ) : (
          <Chart option={option} height={height} label={t("overview.lanesLabel")} />
        )}
        {dragFrom !== undefined && pointed !== undefined && (
          <div
            className="lane-drag"
            style={{
              left: Math.min(xOf(dragFrom), xOf(pointed.at)),
              width: Math.abs(xOf(dragFrom) - xOf(pointed.at)),
            }}
          />
        )}
        {pointed !== undefined && <div className="lane-cursor" style={{ left: xOf(pointed.at) }} />}
      </div>
    </div>
  );
}
