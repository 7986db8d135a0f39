/** What happened on this node, newest first. */
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { t } from "../../i18n/i18n.ts";
import { formatClock, formatDateTime } from "../../ui/format.ts";

const mostRows = 300;

export function EventsTab(props: {
  readonly view: ClusterView;
  readonly node: NodeView;
}): React.ReactElement {
  const events = props.view.events
    .filter((event) => event.node === props.node.address || event.node === props.node.key)
    .toSorted((a, b) => b.at - a.at);
  if (events.length === 0) return <p className="muted">{t("node.noEvents")}</p>;
  return (
    <ol className="drawer-events">
      {events.slice(0, mostRows).map((event, i) => (
        <li key={`${event.at} ${i}`}>
          <span className="muted" title={formatDateTime(event.at)}>
            {formatClock(event.at)}
          </span>{" "}
          {event.text}
        </li>
      ))}
    </ol>
  );
}
