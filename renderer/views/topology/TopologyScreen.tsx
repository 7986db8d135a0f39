/** Where the nodes are, which ranges they hold, and what they think of each other. */
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { ClusterScreen } from "../../app/ClusterScreen.tsx";
import { go } from "../../app/navigation.ts";
import { t } from "../../i18n/i18n.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { MapTab } from "./MapTab.tsx";
import { NodeTable } from "./NodeTable.tsx";
import { RingTab } from "./RingTab.tsx";
import { ViewsTab } from "./ViewsTab.tsx";
import "./topology.css";

export const topologyTabs = ["map", "ring", "views", "table"] as const;
type TopologyTab = (typeof topologyTabs)[number];

function TabOf(props: {
  readonly tab: TopologyTab;
  readonly view: ClusterView;
}): React.ReactElement {
  switch (props.tab) {
    case "map":
      return <MapTab view={props.view} />;
    case "ring":
      return <RingTab view={props.view} />;
    case "views":
      return <ViewsTab view={props.view} />;
    case "table":
      return <NodeTable view={props.view} />;
  }
}

export function TopologyScreen(props: { readonly path: readonly string[] }): React.ReactElement {
  const tab = topologyTabs.find((each) => each === props.path[0]) ?? "map";
  return (
    <ClusterScreen what={t("rail.topology")} fill>
      {(view) => (
        <>
          <Tabs
            label={t("rail.topology")}
            tabs={topologyTabs.map((id) => ({ id, text: t(`topology.tab.${id}`) }))}
            chosen={tab}
            onChoose={(id) => go("topology", [id])}
          />
          <div className="tab-panel" role="tabpanel" aria-label={t(`topology.tab.${tab}`)}>
            <TabOf tab={tab} view={view} />
          </div>
        </>
      )}
    </ClusterScreen>
  );
}
