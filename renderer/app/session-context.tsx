/** The opened cluster and the running drill, for every screen. */
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import type { RunView } from "../../shared/contract/drill.ts";
import { openCluster, type ClusterSession, type SessionState } from "../host/cluster-session.ts";
import { followRun, type RunSession, type RunState } from "../host/run-session.ts";
import { createStore, useStore } from "../host/store.ts";
import { useHost } from "./host-context.ts";

interface Sessions {
  readonly cluster: ClusterSession | undefined;
  readonly run: RunSession | undefined;
}

const SessionsContext = createContext<Sessions>({ cluster: undefined, run: undefined });

const noCluster = createStore<SessionState | undefined>(undefined);
const noRun = createStore<RunState | undefined>(undefined);

/** How often the host is asked whether a drill runs that was started elsewhere. */
const activeRunMs = 2_000;

/** Opens the route's cluster and follows the running drill for as long as the page is shown. */
export function SessionsProvider(props: {
  readonly profile: string | undefined;
  readonly children: React.ReactNode;
}): React.ReactElement {
  const { client, queries } = useHost();
  // Sessions live outside React: an effect opens and closes them, a store says which is the newest.
  const [clusters] = useState(() => createStore<ClusterSession | undefined>(undefined));
  const [runs] = useState(() => createStore<RunSession | undefined>(undefined));
  const cluster = useStore(clusters, (session) => session);
  const run = useStore(runs, (session) => session);
  const active = useQuery(queries.drills.active.queryOptions({ refetchInterval: activeRunMs }));
  const activeId = active.data?.runId;

  useEffect(() => {
    if (props.profile === undefined) return undefined;
    const opened = openCluster(client, props.profile);
    clusters.set(opened);
    return () => {
      opened.close();
      clusters.set(undefined);
    };
  }, [client, clusters, props.profile]);

  useEffect(() => {
    if (activeId === undefined) return undefined;
    const followed = followRun(client, activeId);
    runs.set(followed);
    return () => {
      followed.close();
      runs.set(undefined);
    };
  }, [client, runs, activeId]);

  return <SessionsContext value={{ cluster, run }}>{props.children}</SessionsContext>;
}

/** The session of the opened cluster, undefined when none is chosen. */
export function useClusterSession(): ClusterSession | undefined {
  return useContext(SessionsContext).cluster;
}

/** A part of the session's state; `select` gives the same object for the same state. */
export function useSessionState<P>(select: (state: SessionState | undefined) => P): P {
  const session = useContext(SessionsContext).cluster;
  return useStore<SessionState | undefined, P>(session?.state ?? noCluster, select);
}

/** The newest view of the opened cluster. */
export function useView(): ClusterView | undefined {
  return useSessionState((state) => state?.view);
}

/** The running drill, if there is one on this host. */
export function useActiveRun(): {
  readonly view: RunView | undefined;
  readonly silent: RunState["silent"];
} {
  const run = useContext(SessionsContext).run;
  const view = useStore<RunState | undefined, RunView | undefined>(
    run?.state ?? noRun,
    (state) => state?.view,
  );
  const silent = useStore<RunState | undefined, RunState["silent"]>(
    run?.state ?? noRun,
    (state) => state?.silent,
  );
  return { view, silent };
}
