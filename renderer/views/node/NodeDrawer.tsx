/** Everything about one node beside the screen it was opened from. */
import { Button } from "@blueprintjs/core";
import { valueOf } from "../../../shared/facts/fact.ts";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { openNode } from "../../app/navigation.ts";
import { useView } from "../../app/session-context.tsx";
import { t } from "../../i18n/i18n.ts";
import { marksOf } from "../../ui/node-mark.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import { stateWord } from "../../ui/state-word.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { DisksTab } from "./DisksTab.tsx";
import { EventsTab } from "./EventsTab.tsx";
import { JvmTab } from "./JvmTab.tsx";
import { PoolsTab } from "./PoolsTab.tsx";
import { RawTab } from "./RawTab.tsx";
import { SummaryTab } from "./SummaryTab.tsx";
import { NodeViewsTab } from "./NodeViewsTab.tsx";
import "./node.css";

const tabs = ["summary", "disks", "jvm", "pools", "views", "events", "raw"] as const;
type NodeTab = (typeof tabs)[number];

function TabOf(props: {
  readonly tab: NodeTab;
  readonly view: ClusterView;
  readonly node: NodeView;
}): React.ReactElement {
  switch (props.tab) {
    case "summary":
      return <SummaryTab view={props.view} node={props.node} />;
    case "disks":
      return <DisksTab node={props.node} />;
    case "jvm":
      return <JvmTab node={props.node} />;
    case "pools":
      return <PoolsTab node={props.node} />;
    case "views":
      return <NodeViewsTab view={props.view} node={props.node} />;
    case "events":
      return <EventsTab view={props.view} node={props.node} />;
    case "raw":
      return <RawTab view={props.view} node={props.node} />;
  }
}

export function NodeDrawer(props: {
  readonly nodeKey: string;
  readonly tab: string | undefined;
}): React.ReactElement | null {
  const view = useView();
  if (view === undefined) return null;
  const node = view.nodes.find(
    (each) => each.key === props.nodeKey || each.address === props.nodeKey,
  );
  const tab = tabs.find((each) => each === props.tab) ?? "summary";
  const mark = node === undefined ? "unknown" : (marksOf(view).get(node.key) ?? "unknown");
  return (
    <aside className="drawer" aria-label={node?.address ?? props.nodeKey}>
      <header className="drawer-head">
        <h2 className="cut">{node?.address ?? props.nodeKey}</h2>
        {node !== undefined && <NodeState mark={mark} text={stateWord(node, mark)} />}
        {node !== undefined && (
          <span className="muted cut grow">
            {valueOf(node.dc) ?? t("common.unknownDc")} /{" "}
            {valueOf(node.rack) ?? t("common.unknownRack")}
          </span>
        )}
        <Button
          size="small"
          variant="minimal"
          text="✕"
          aria-label={t("node.close")}
          title={t("node.close")}
          onClick={() => openNode(undefined)}
        />
      </header>
      {node === undefined ? (
        <p className="panel-body">{t("node.gone")}</p>
      ) : (
        <>
          <Tabs
            label={node.address}
            tabs={tabs.map((id) => ({ id, text: t(`node.tab.${id}`) }))}
            chosen={tab}
            onChoose={(id) => openNode(node.key, id)}
          />
          <div
            className="drawer-body"
            role="tabpanel"
            aria-label={t(`node.tab.${tab}`)}
            tabIndex={0}
          >
            <TabOf tab={tab} view={view} node={node} />
          </div>
        </>
      )}
    </aside>
  );
}
