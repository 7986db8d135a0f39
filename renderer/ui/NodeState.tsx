/** A node's state as a shape with a colour, and in words for those who see neither. */
import { t } from "../i18n/i18n.ts";
import type { Mark } from "./node-mark.ts";
import "./node-state.css";

function shape(mark: Mark): React.ReactNode {
  switch (mark) {
    case "up":
      return <circle cx="8" cy="8" r="5" fill="currentColor" />;
    case "changing":
      return (
        <>
          <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M8 3a5 5 0 0 0 0 10z" fill="currentColor" />
        </>
      );
    case "down":
      return <rect x="3" y="3" width="10" height="10" fill="currentColor" />;
    case "suspect":
      return <path d="M8 2.2 14.4 13.4H1.6z" fill="currentColor" />;
    case "unknown":
      return (
        <circle
          cx="8"
          cy="8"
          r="5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="3 2.2"
        />
      );
    case "stale":
      return (
        <>
          <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M8 8V3a5 5 0 0 1 5 5z" fill="currentColor" />
        </>
      );
  }
}

/** The shape alone; the words stand beside it or in `title`. */
export function MarkShape(props: {
  readonly mark: Mark;
  readonly size?: number;
}): React.ReactElement {
  const size = props.size ?? 14;
  return (
    <svg
      className={`mark mark-${props.mark}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {shape(props.mark)}
    </svg>
  );
}

/** Shape and word. `text` is what stands beside the shape, such as "UN"; the mark's own word when left out. */
export function NodeState(props: {
  readonly mark: Mark;
  readonly text?: string | undefined;
}): React.ReactElement {
  const word = t(`mark.${props.mark}`);
  return (
    <span className="node-state" title={word}>
      <MarkShape mark={props.mark} />
      <span>{props.text ?? word}</span>
      {props.text !== undefined && <span className="visually-hidden"> ({word})</span>}
    </span>
  );
}
