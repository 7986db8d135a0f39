/** The one way to show a fact: its value with unit, `–` with the reason, or the last value greyed with its age. */
import { isStale, isUnknown, type Fact } from "../../shared/facts/fact.ts";
import { t } from "../i18n/i18n.ts";
import { hold, pointAt, pointAway, type FigureCardState } from "./figure-card-store.ts";
import { formatAge } from "./format.ts";
import { MarkShape } from "./NodeState.tsx";
import { useNow } from "./now.ts";
import "./figure.css";

export interface FigureProps<T> {
  readonly fact: Fact<T>;
  readonly format: (value: T) => string;
  /** What the figure is: the card's title. */
  readonly label: string;
  /** In rows the figure is not a stop of the Tab key, and a stale one carries a mark instead of its age. */
  readonly inRow?: boolean;
  /** Say the reason beside the dash instead of on demand only. */
  readonly sayWhy?: boolean;
}

function StaleAge(props: { readonly at: number }): React.ReactElement {
  const now = useNow();
  return <span className="figure-age">{t("figure.age", { age: formatAge(now - props.at) })}</span>;
}

/** A figure that can be traced: hover or press it for source, time, duration and raw text. */
export function Figure<T>(props: FigureProps<T>): React.ReactElement {
  const { fact, label } = props;
  const none = isUnknown(fact);
  const stale = isStale(fact);
  const shown = none ? "–" : props.format(fact.value);
  const card = (anchor: HTMLElement, held: boolean): FigureCardState => ({
    fact,
    label,
    shown,
    anchor,
    held,
  });
  return (
    <button
      type="button"
      className={`plain figure ${none ? "figure-unknown" : stale ? "figure-stale" : ""}`}
      tabIndex={props.inRow === true ? -1 : 0}
      aria-haspopup="dialog"
      onPointerEnter={(event) => pointAt(card(event.currentTarget, false))}
      onPointerLeave={pointAway}
      onClick={(event) => {
        event.stopPropagation();
        hold(card(event.currentTarget, true));
      }}
    >
      <span className="visually-hidden">{label}: </span>
      <span>{shown}</span>
      {none && props.sayWhy !== true && (
        <span className="visually-hidden">{t("figure.unknownWhy", { why: fact.unknown })}</span>
      )}
      {none && props.sayWhy === true && <span className="figure-why">{fact.unknown}</span>}
      {stale &&
        (props.inRow === true ? <MarkShape mark="stale" size={10} /> : <StaleAge at={fact.at} />)}
    </button>
  );
}
