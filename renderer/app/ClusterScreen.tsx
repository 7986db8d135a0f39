/** What every screen of one cluster has in common: nothing chosen, opening, failed, silent, or its content. */
import { Button } from "@blueprintjs/core";
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import { t } from "../i18n/i18n.ts";
import { NotOpened } from "./NotOpened.tsx";
import { RefusedLogin } from "./RefusedLogin.tsx";
import { formatAge, formatClock } from "../ui/format.ts";
import { useNow } from "../ui/now.ts";
import { useHost } from "./host-context.ts";
import { FirstLook } from "./FirstLook.tsx";
import { go } from "./navigation.ts";
import { useClusterSession, useSessionState } from "./session-context.tsx";
import "../ui/notes.css";

function Opening(props: { readonly profile: string; readonly since: number }): React.ReactElement {
  const now = useNow();
  return (
    <div className="empty" role="status">
      <h2>{t("session.opening", { profile: props.profile })}</h2>
      <p>{t("session.openingText")}</p>
      <p className="muted">{t("session.openingSince", { age: formatAge(now - props.since) })}</p>
      <Button text={t("common.cancel")} onClick={() => go("clusters")} />
    </div>
  );
}

function Silent(props: {
  readonly profile: string;
  readonly since: number;
  readonly why: string;
}): React.ReactElement {
  const { client } = useHost();
  const now = useNow();
  return (
    <div className="strip" role="status">
      <span>
        {t("session.silent", { at: formatClock(props.since), age: formatAge(now - props.since) })}{" "}
        {props.why}
      </span>
      <Button
        size="small"
        text={t("session.lookNow")}
        onClick={() =>
          void client.cluster.lookNow({ profile: props.profile }).catch(() => undefined)
        }
      />
    </div>
  );
}

/** @param props.children draws the screen from a view; it is called only when there is one. */
export function ClusterScreen(props: {
  readonly what: string;
  /** The content takes the height of the window and scrolls inside. */
  readonly fill?: boolean;
  /** The content has a first heading of its own. */
  readonly ownHeading?: boolean;
  readonly children: (view: ClusterView) => React.ReactNode;
}): React.ReactElement {
  const session = useClusterSession();
  const state = useSessionState((value) => value);
  const className = `screen ${props.fill === true ? "screen-fill" : ""}`;
  if (state === undefined) {
    return (
      <div className={className}>
        <div className="empty">
          <h1>{props.what}</h1>
          <p>{t("session.none")}</p>
          <Button intent="primary" text={t("session.choose")} onClick={() => go("clusters")} />
        </div>
      </div>
    );
  }
  const { view } = state;
  if (view === undefined) {
    return (
      <div className={className}>
        <h1 className="visually-hidden">{props.what}</h1>
        {state.phase === "failed" && state.problem !== undefined ? (
          <NotOpened
            problem={state.problem}
            profile={state.profile}
            onRetry={() => session?.retry()}
          />
        ) : state.phase === "needs secret" ? (
          <p role="status">{t("session.needsSecret", { profile: state.profile })}</p>
        ) : state.silent === undefined ? (
          <Opening profile={state.profile} since={state.since} />
        ) : (
          <Silent profile={state.profile} since={state.silent.since} why={state.silent.why} />
        )}
      </div>
    );
  }
  const lookedAt = view.nodes.filter((node) => node.lastLookAt !== undefined).length;
  if (lookedAt === 0) {
    return (
      <div className={className}>
        <RefusedLogin view={view} />
        <FirstLook view={view} />
      </div>
    );
  }
  return (
    <div className={`${className} ${state.silent === undefined ? "" : "screen-stale"}`}>
      {state.silent !== undefined && (
        <Silent profile={state.profile} since={state.silent.since} why={state.silent.why} />
      )}
      <RefusedLogin view={view} />
      {props.ownHeading !== true && <h1 className="visually-hidden">{props.what}</h1>}
      {props.children(view)}
    </div>
  );
}
