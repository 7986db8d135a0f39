/** A chart from an option. The option is the whole truth: what it no longer names is no longer drawn. */
import type { ECharts } from "echarts/core";
import { useEffect, useRef } from "react";
import type { ChartOption } from "../../shared/chart/chart-option.ts";
import { startChart } from "./echarts.ts";
import "./chart.css";

/**
 * @param props.option a new object only when something changed.
 * @param props.label what the chart shows, for those who cannot see it; the figures must also be in text somewhere.
 */
export function Chart(props: {
  readonly option: ChartOption;
  readonly label: string;
  readonly className?: string;
  readonly height?: number;
}): React.ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | undefined>(undefined);
  const { option, height } = props;
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = startChart(place.current);
    chart.current = made;
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(place.current);
    return () => {
      resized.disconnect();
      made.dispose();
      chart.current = undefined;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(option, {
      replaceMerge: ["series", "grid", "xAxis", "yAxis"],
      lazyUpdate: true,
    });
  }, [option]);
  return (
    <div
      ref={place}
      className={`chart ${props.className ?? ""}`}
      role="img"
      aria-label={props.label}
      style={height === undefined ? undefined : { height }}
    />
  );
}
