/** The way between screens. */
import { useQuery } from "@tanstack/react-query";
import { useStore } from "../host/store.ts";
import { t } from "../i18n/i18n.ts";
import { useHost } from "./host-context.ts";
import { routeStore } from "./navigation.ts";
import { formatRoute, screens, type Screen } from "./route.ts";
import { useActiveRun } from "./session-context.tsx";

const keysOf: Readonly<Record<Screen, string>> = {
  clusters: "g c",
  overview: "g o",
  topology: "g t",
  load: "g l",
  drills: "g d",
  reports: "g r",
};

/** Links, so that a screen can be opened beside another. */
export function Rail(): React.ReactElement {
  const { queries } = useHost();
  const route = useStore(routeStore, (state) => state);
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Infinity }));
  const running = useActiveRun().view;
  return (
    <nav className="rail" aria-label={t("rail.label")}>
      {screens.map((screen) => (
        <a
          key={screen}
          href={formatRoute({
            screen,
            path: [],
            profile: route.profile,
            node: undefined,
            tab: undefined,
          })}
          aria-current={route.screen === screen ? "page" : undefined}
        >
          <span className="grow cut">{t(`rail.${screen}`)}</span>
          {screen === "drills" && running !== undefined && running.phase !== "closed" && (
            <span className="tone-warning" title={t("rail.drillRuns")}>
              <span aria-hidden="true">●</span>
              <span className="visually-hidden">{t("rail.drillRuns")}</span>
            </span>
          )}
          <kbd aria-hidden="true">{keysOf[screen]}</kbd>
        </a>
      ))}
      <div className="rail-foot">
        Ringdrill {info.data?.version ?? ""}
        {info.data !== undefined && <div>{t(`rail.host.${info.data.host}`)}</div>}
      </div>
    </nav>
  );
}
