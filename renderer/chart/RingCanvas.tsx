/** The token ring on a canvas: datacenters as colours, lit and hatched ranges on top, and which range is pointed at. */
import { useEffect, useRef, useState } from "react";
import { rangeAt, type RingArc } from "./ring-arcs.ts";

export interface RingLayer {
  readonly arcs: readonly RingArc[];
  /** Colour by group; groups without one are not drawn. */
  readonly colourOf: (group: number) => string | undefined;
  /** Inner and outer radius as parts of the canvas's half width. */
  readonly inner: number;
  readonly outer: number;
  readonly hatched?: boolean;
}

function drawLayer(context: CanvasRenderingContext2D, layer: RingLayer, half: number): void {
  const start = -Math.PI / 2;
  for (const arc of layer.arcs) {
    const colour = layer.colourOf(arc.group);
    if (colour === undefined) continue;
    const from = start + arc.from * 2 * Math.PI;
    const to = start + arc.to * 2 * Math.PI;
    context.beginPath();
    context.arc(half, half, layer.outer * half, from, to);
    context.arc(half, half, layer.inner * half, to, from, true);
    context.closePath();
    if (layer.hatched !== true) {
      context.fillStyle = colour;
      context.fill();
      continue;
    }
    context.save();
    context.clip();
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.beginPath();
    for (let x = -2 * half; x < 2 * half; x += 6) {
      context.moveTo(x, 0);
      context.lineTo(x + 2 * half, 2 * half);
    }
    context.stroke();
    context.restore();
  }
}

/**
 * @param props.layers drawn in order.
 * @param props.onPoint tells the range under the pointer, undefined when it leaves.
 */
export function RingCanvas(props: {
  readonly layers: readonly RingLayer[];
  readonly ends: Float64Array;
  readonly label: string;
  readonly onPoint: (range: number | undefined) => void;
  readonly onPress?: () => void;
  readonly children?: React.ReactNode;
}): React.ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [side, setSide] = useState(320);
  useEffect(() => {
    if (box.current === null) return undefined;
    const observed = new ResizeObserver(([entry]) => {
      if (entry !== undefined)
        setSide(
          Math.max(120, Math.floor(Math.min(entry.contentRect.width, entry.contentRect.height))),
        );
    });
    observed.observe(box.current);
    return () => observed.disconnect();
  }, []);
  useEffect(() => {
    const place = canvas.current;
    const context = place?.getContext("2d");
    if (place === null || context === null || context === undefined) return;
    const scale = window.devicePixelRatio;
    place.width = side * scale;
    place.height = side * scale;
    context.scale(scale, scale);
    for (const layer of props.layers) drawLayer(context, layer, side / 2);
  }, [props.layers, side]);
  const point = (event: React.PointerEvent<HTMLElement>): void => {
    const at = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - at.left - at.width / 2;
    const y = event.clientY - at.top - at.height / 2;
    const radius = Math.hypot(x, y) / (at.width / 2);
    if (radius < 0.5 || radius > 1.02) {
      props.onPoint(undefined);
      return;
    }
    const turn = Math.atan2(y, x) / (2 * Math.PI) + 0.25;
    props.onPoint(rangeAt(props.ends, (turn + 1) % 1));
  };
  return (
    <div ref={box} className="ring-box">
      <div
        className="ring-place"
        style={{ width: side, height: side }}
        onPointerMove={point}
        onPointerLeave={() => props.onPoint(undefined)}
        onClick={props.onPress}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={props.label}
          style={{ width: side, height: side }}
        />
        <div className="ring-middle">{props.children}</div>
      </div>
    </div>
  );
}
