/** At the start: straight to the cluster that the host was started for, if it was. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useHost } from "./host-context.ts";
import { go, routeStore } from "./navigation.ts";

/** Goes to the Overview of the host's start target, once, and only from an address that names no cluster. */
export function useStartTarget(): void {
  const { queries } = useHost();
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Infinity }));
  const target = info.data?.startTarget ?? undefined;
  const done = useRef(false);
  useEffect(() => {
    if (target === undefined || done.current) return;
    done.current = true;
    if (routeStore.get().profile === undefined && window.location.hash.length < 3)
      go("overview", [], target);
  }, [target]);
}
