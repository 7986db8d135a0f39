/** The frame around every screen, and which screen is in it. */
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "../host/store.ts";
import type { Connection } from "../host/connect.ts";
import { t } from "../i18n/i18n.ts";
import { FigureCard } from "../ui/FigureCard.tsx";
import { ClustersScreen } from "../views/clusters/ClustersScreen.tsx";
import { DrillsScreen } from "../views/drills/DrillsScreen.tsx";
import { LoadScreen } from "../views/load/LoadScreen.tsx";
import { NodeDrawer } from "../views/node/NodeDrawer.tsx";
import { OverviewScreen } from "../views/overview/OverviewScreen.tsx";
import { ReportsScreen } from "../views/reports/ReportsScreen.tsx";
import { TopologyScreen } from "../views/topology/TopologyScreen.tsx";
import { Announcer } from "./Announcer.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { CommandPalette } from "./CommandPalette.tsx";
import { HelpDialog } from "./HelpDialog.tsx";
import { HostContext, type Host } from "./host-context.ts";
import { HostKeyDialog } from "./HostKeyDialog.tsx";
import { useKeys } from "./key-map.ts";
import { LineBanner } from "./LineBanner.tsx";
import { go, openNode, routeStore } from "./navigation.ts";
import { Rail } from "./Rail.tsx";
import type { Route } from "./route.ts";
import { SecretDialog } from "./SecretDialog.tsx";
import { SessionsProvider } from "./session-context.tsx";
import { TitleBar } from "./TitleBar.tsx";
import { useStartTarget } from "./use-start-target.ts";
import "./frame.css";

function ScreenOf(props: { readonly route: Route }): React.ReactElement {
  switch (props.route.screen) {
    case "clusters":
      return <ClustersScreen path={props.route.path} />;
    case "overview":
      return <OverviewScreen />;
    case "topology":
      return <TopologyScreen path={props.route.path} />;
    case "load":
      return <LoadScreen />;
    case "drills":
      return <DrillsScreen path={props.route.path} />;
    case "reports":
      return <ReportsScreen path={props.route.path} />;
  }
}

function Frame(props: { readonly route: Route }): React.ReactElement {
  const { route } = props;
  const [dialog, setDialog] = useState<"palette" | "help">();
  const main = useRef<HTMLElement>(null);
  useStartTarget();
  useKeys({
    "g c": () => go("clusters"),
    "g o": () => go("overview"),
    "g t": () => go("topology"),
    "g l": () => go("load"),
    "g d": () => go("drills"),
    "g r": () => go("reports"),
    "Mod+K": () => setDialog((open) => (open === "palette" ? undefined : "palette")),
    "?": () => setDialog("help"),
    Escape: () => {
      if (routeStore.get().node !== undefined) openNode(undefined);
    },
  });
  // A new screen starts at its top, with the focus in it, so that keys and screen readers follow.
  const place = `${route.screen}/${route.path.join("/")}`;
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo({ top: 0 });
  }, [place]);
  return (
    <div className="frame">
      <TitleBar onPalette={() => setDialog("palette")} onHelp={() => setDialog("help")} />
      <LineBanner />
      <Rail />
      <main ref={main} className="content" tabIndex={-1} aria-label={t(`rail.${route.screen}`)}>
        <ScreenOf route={route} />
      </main>
      {route.node !== undefined && <NodeDrawer nodeKey={route.node} tab={route.tab} />}
      <BottomBar />
      <FigureCard />
      <SecretDialog />
      <HostKeyDialog />
      <Announcer />
      {dialog === "palette" && (
        <CommandPalette onClose={() => setDialog(undefined)} onHelp={() => setDialog("help")} />
      )}
      {dialog === "help" && <HelpDialog onClose={() => setDialog(undefined)} />}
    </div>
  );
}

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 1_000, refetchOnWindowFocus: true } },
});

/** Everything, given a line to the host. */
export function App(props: { readonly connection: Connection }): React.ReactElement {
  const host = useMemo<Host>(
    () => ({ ...props.connection, queries: createTanstackQueryUtils(props.connection.client) }),
    [props.connection],
  );
  const route = useStore(routeStore, (state) => state);
  return (
    <QueryClientProvider client={queryClient}>
      <HostContext value={host}>
        <SessionsProvider profile={route.profile}>
          <Frame route={route} />
        </SessionsProvider>
      </HostContext>
    </QueryClientProvider>
  );
}
