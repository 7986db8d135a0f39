/** What happened, newest first: states, drills, looks that failed. */
import { useState } from "react";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { t } from "../../i18n/i18n.ts";
import { formatClock, formatDateTime } from "../../ui/format.ts";
import { Button } from "@blueprintjs/core";
import "../../ui/tables.css";

const few = 6;
const many = 200;

/** @param props.ends only what happened between these instants, when the lanes are zoomed. */
export function Events(props: {
  readonly view: ClusterView;
  readonly ends: { readonly fromMs: number; readonly toMs: number } | undefined;
}): React.ReactElement {
  const { view, ends } = props;
  const [all, setAll] = useState(false);
  const events = view.events
    .filter((event) => ends === undefined || (event.at >= ends.fromMs && event.at <= ends.toMs))
    .toSorted((a, b) => b.at - a.at);
  const shown = events.slice(0, all ? many : few);
  return (
    <section className="panel overview-events">
      <div className="panel-head">
        <h2 className="grow">
          {ends === undefined ? t("overview.events") : t("overview.eventsZoomed")}
        </h2>
        {events.length > few && (
          <Button
            size="small"
            variant="minimal"
            text={all ? t("overview.fewer") : t("overview.allEvents", { count: events.length })}
            onClick={() => setAll(!all)}
          />
        )}
      </div>
      {events.length === 0 ? (
        <p className="panel-body muted">
          {t(ends === undefined ? "overview.noEvents" : "overview.noEventsHere")}
        </p>
      ) : (
        <div
          className="grid-scroll events-scroll"
          tabIndex={0}
          role="group"
          aria-label={t("overview.events")}
        >
          <table className="grid-table">
            <tbody>
              {shown.map((event, i) => (
                <tr key={`${event.at} ${event.node} ${i}`}>
                  <th scope="row" className="nowrap" title={formatDateTime(event.at)}>
                    {formatClock(event.at)}
                  </th>
                  <td className="nowrap">{event.node}</td>
                  <td className="wrap grow">{event.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {all && events.length > many && (
        <p className="panel-body muted">
          {t("common.showing", { shown: many, of: events.length })}
        </p>
      )}
    </section>
  );
}
