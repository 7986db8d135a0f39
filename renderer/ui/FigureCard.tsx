/** Where a figure comes from: source, time, duration, and the raw text on demand. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { isStale, isUnknown, type Source } from "../../shared/facts/fact.ts";
import { useHost } from "../app/host-context.ts";
import { useKeys } from "../app/key-map.ts";
import { routeStore } from "../app/navigation.ts";
import { hostError } from "../host/host-error.ts";
import { useStore } from "../host/store.ts";
import { t } from "../i18n/i18n.ts";
import {
  closeFigureCard,
  figureCard,
  pointAway,
  stayOpen,
  type FigureCardState,
} from "./figure-card-store.ts";
import { formatAge, formatDateTime, formatDuration, formatUtc } from "./format.ts";
import { useNow } from "./now.ts";
import "./figure.css";

function RawText(props: { readonly rawKey: string }): React.ReactElement {
  const { queries } = useHost();
  const profile = useStore(routeStore, (route) => route.profile) ?? "";
  const raw = useQuery(
    queries.cluster.raw.queryOptions({ input: { profile, key: props.rawKey }, retry: false }),
  );
  if (raw.isPending) return <p className="muted">{t("figure.rawLoading")}</p>;
  if (raw.isError) return <p className="tone-warning">{hostError(raw.error).message}</p>;
  return (
    <pre className="raw-text" tabIndex={0}>
      {raw.data.text}
      {raw.data.truncated ? `\n${t("figure.rawCut")}` : ""}
    </pre>
  );
}

function Trace(props: {
  readonly source: Source;
  readonly at: number;
  readonly stale: string | undefined;
  readonly held: boolean;
}): React.ReactElement {
  const now = useNow();
  const [rawShown, showRaw] = useState(false);
  const { source } = props;
  return (
    <>
      <dl>
        <dt>{t("figure.source")}</dt>
        <dd>
          <span className="mono">{source.what}</span>, {source.node}
        </dd>
        <dt>{t("figure.when")}</dt>
        <dd>
          {formatDateTime(props.at)} ({t("figure.age", { age: formatAge(now - props.at) })})
          <div className="muted">{formatUtc(props.at)}</div>
        </dd>
        <dt>{t("figure.took")}</dt>
        <dd>{formatDuration(source.tookMs)}</dd>
        {props.stale !== undefined && (
          <>
            <dt>{t("figure.staleWhy")}</dt>
            <dd className="tone-warning">{props.stale}</dd>
          </>
        )}
      </dl>
      {source.raw === undefined ? (
        <p className="muted">{t("figure.rawNone")}</p>
      ) : rawShown ? (
        <RawText rawKey={source.raw} />
      ) : (
        <div className="row">
          <Button
            size="small"
            variant="outlined"
            text={t("figure.rawShow")}
            onClick={() => showRaw(true)}
          />
          {!props.held && <span className="muted">{t("figure.pressToHold")}</span>}
        </div>
      )}
    </>
  );
}

function Card(props: { readonly state: FigureCardState }): React.ReactElement {
  const { fact, label, shown, anchor, held } = props.state;
  const box = useRef<HTMLDivElement>(null);
  useKeys({ Escape: closeFigureCard });
  useLayoutEffect(() => {
    const card = box.current;
    if (card === null) return undefined;
    const place = (): void => {
      const at = anchor.getBoundingClientRect();
      const size = card.getBoundingClientRect();
      const below = at.bottom + 4 + size.height <= window.innerHeight;
      card.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - size.width - 8))}px`;
      card.style.top = `${Math.max(8, below ? at.bottom + 4 : at.top - size.height - 4)}px`;
    };
    place();
    const grown = new ResizeObserver(place);
    grown.observe(card);
    if (held) card.focus();
    return () => grown.disconnect();
  }, [anchor, held]);
  return (
    <div
      ref={box}
      className="figure-card"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onPointerEnter={stayOpen}
      onPointerLeave={pointAway}
    >
      <div className="figure-card-head">
        <span className="muted">{label}</span>
        <span className="figure-card-value grow">{shown}</span>
        {held && (
          <Button
            size="small"
            variant="minimal"
            text={t("common.close")}
            onClick={closeFigureCard}
          />
        )}
      </div>
      {isUnknown(fact) ? (
        <p>
          <span className="muted">{t("figure.unknownBecause")} </span>
          {fact.unknown}
        </p>
      ) : (
        <Trace
          source={fact.source}
          at={fact.at}
          stale={isStale(fact) ? fact.stale : undefined}
          held={held}
        />
      )}
    </div>
  );
}

/** Draws the card of the figure that is pointed at or pressed, if any. */
export function FigureCard(): React.ReactElement | null {
  const state = useStore(figureCard, (open) => open);
  if (state === undefined) return null;
  return (
    <>
      {state.held && <div className="figure-card-ground" onPointerDown={closeFigureCard} />}
      <Card key={state.label + state.shown} state={state} />
    </>
  );
}
