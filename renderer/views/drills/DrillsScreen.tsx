/** Drills: the catalogue, a plan, a run. */
import { useStore } from "../../host/store.ts";
import { ClusterScreen } from "../../app/ClusterScreen.tsx";
import { routeStore } from "../../app/navigation.ts";
import { t } from "../../i18n/i18n.ts";
import { Catalogue } from "./Catalogue.tsx";
import { PlanPage } from "./PlanPage.tsx";
import { RunPage } from "./RunPage.tsx";
import "./drills.css";

/** `#/drills`, `#/drills/plan/ID`, `#/drills/run/RUN`. A run is shown even when its cluster is not open. */
export function DrillsScreen(props: { readonly path: readonly string[] }): React.ReactElement {
  const profile = useStore(routeStore, (route) => route.profile);
  const [page, id] = props.path;
  if (page === "run" && id !== undefined) return <RunPage key={id} runId={id} />;
  if (page === "plan" && id !== undefined) {
    return (
      <ClusterScreen what={t("rail.drills")} fill ownHeading>
        {(view) => <PlanPage key={id} view={view} drillId={id} />}
      </ClusterScreen>
    );
  }
  return <Catalogue profile={profile} />;
}
