/** Which cluster this is, how it is, and how old that is: on every screen. */
import { Button } from "@blueprintjs/core";
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import { valueOf } from "../../shared/facts/fact.ts";
import { useStore } from "../host/store.ts";
import { t } from "../i18n/i18n.ts";
import { formatAge, formatDateTime } from "../ui/format.ts";
import { countMarks, marks } from "../ui/node-mark.ts";
import { groupNodes } from "../ui/node-order.ts";
import { MarkShape } from "../ui/NodeState.tsx";
import { useNow } from "../ui/now.ts";
import { shownTheme, themeChoice } from "../ui/theme-store.ts";
import { EnvironmentLabel } from "../ui/EnvironmentLabel.tsx";
import { go, routeStore } from "./navigation.ts";
import { replicationWords } from "./replication-words.ts";
import { useSessionState, useView } from "./session-context.tsx";

function LastLook(props: { readonly view: ClusterView }): React.ReactElement {
  const now = useNow();
  const silent = useSessionState((state) => state?.silent);
  const age = now - props.view.at;
  // Three missed beats are more than jitter.
  const late = silent !== undefined || age > 3 * props.view.beatMs + 2_000;
  return (
    <span
      className={late ? "tone-warning nowrap" : "muted nowrap"}
      title={formatDateTime(props.view.at)}
    >
      {t(late ? "title.lateLook" : "title.lastLook", { age: formatAge(age) })}
    </span>
  );
}

function Counts(props: { readonly view: ClusterView }): React.ReactElement {
  const counts = countMarks(props.view);
  const silent = useSessionState((state) => state?.silent);
  return (
    <ul
      className={`title-counts ${silent === undefined ? "" : "title-counts-late"}`}
      aria-label={t("title.counts")}
    >
      {marks
        .filter((mark) => counts[mark] > 0 || ["up", "suspect", "down", "unknown"].includes(mark))
        .map((mark) => (
          <li
            key={mark}
            className={`title-count ${counts[mark] === 0 ? "title-count-none" : ""}`}
            title={t(`mark.${mark}`)}
          >
            <MarkShape mark={mark} />
            <span className="visually-hidden">{t(`mark.${mark}`)}</span>
            {counts[mark]}
          </li>
        ))}
    </ul>
  );
}

function Facts(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const dcs = groupNodes(view).map((group) => group.dc ?? t("common.unknownDc"));
  const parts = [
    view.versions.length === 0 ? t("title.noVersion") : `Cassandra ${view.versions.join(", ")}`,
    t("title.nodes", { count: view.nodes.length }),
    dcs.length > 3 ? t("title.dcs", { count: dcs.length }) : dcs.join(" + "),
    replicationWords(valueOf(view.keyspaces) ?? []),
  ].filter((part) => part !== "");
  return (
    <span className="title-facts cut" title={parts.join(" · ")}>
      {parts.join(" · ")}
    </span>
  );
}

/** The bar on top, with the red line under it in production. */
export function TitleBar(props: {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}): React.ReactElement {
  const profile = useStore(routeStore, (route) => route.profile);
  const view = useView();
  const theme = useStore(shownTheme, (value) => value);
  const target = view?.target;
  const production =
    target !== undefined && (target.environment === "production" || target.environment === null);
  return (
    <header className="title-bar">
      <div className="title-line">
        <svg className="title-colour" width="6" height="40" aria-hidden="true">
          <rect width="6" height="40" fill={target?.colour ?? "transparent"} />
        </svg>
        <button
          type="button"
          className="plain title-name"
          title={t("title.switch")}
          onClick={() => go("clusters")}
        >
          <span className="cut">{profile ?? t("title.noCluster")}</span>
          <span aria-hidden="true">▾</span>
        </button>
        {target !== undefined && <EnvironmentLabel environment={target.environment} />}
        {target?.simulated === true && (
          <span className="simulated-word">{t("title.simulated")}</span>
        )}
        {view !== undefined && <Facts view={view} />}
        <span className="grow" />
        {view !== undefined && <LastLook view={view} />}
        {view !== undefined && <Counts view={view} />}
        <span className="row">
          <Button
            size="small"
            variant="outlined"
            onClick={props.onPalette}
            aria-label={t("title.palette")}
          >
            <kbd>{t("title.paletteKey")}</kbd>
          </Button>
          <Button
            size="small"
            variant="minimal"
            text={theme === "dark" ? t("title.toLight") : t("title.toDark")}
            onClick={() => themeChoice.set(theme === "dark" ? "light" : "dark")}
          />
          <Button
            size="small"
            variant="minimal"
            text="?"
            aria-label={t("title.help")}
            onClick={props.onHelp}
          />
        </span>
      </div>
      {production && (
        <div className="production-bar">
          {target.environment === null
            ? t("title.productionUnlabelled")
            : t("environment.production").toUpperCase()}
        </div>
      )}
    </header>
  );
}
