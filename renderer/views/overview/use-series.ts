/** The lanes' samples for a range, fetched anew as the range moves. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { Series } from "../../../shared/contract/series.ts";
import { useHost } from "../../app/host-context.ts";
import { endsOf, pointsFor, refetchMs, type TimeRange } from "./time-range.ts";

export interface SeriesState {
  readonly data: Series | undefined;
  /** The instant at which the shown samples were asked for: the right end of a live range. */
  readonly asked: number;
  readonly error: unknown;
  readonly retry: () => void;
}

/** @param widthPx width of the lanes, which decides how many points are worth asking for. */
export function useSeries(view: ClusterView, range: TimeRange, widthPx: number): SeriesState {
  const { client } = useHost();
  const { profile } = view.target;
  const points = pointsFor(Math.ceil(widthPx / 100) * 100, view.nodes.length);
  const query = useQuery({
    queryKey: ["series", profile, range, points],
    queryFn: async ({ signal }) => {
      const asked = Date.now();
      const { fromMs, toMs } = endsOf(range, asked);
      return {
        asked,
        series: await client.cluster.series({ profile, fromMs, toMs, points }, { signal }),
      };
    },
    refetchInterval: refetchMs(range, view.beatMs),
    placeholderData: keepPreviousData,
  });
  return {
    data: query.data?.series,
    asked: query.data?.asked ?? view.at,
    error: query.data === undefined ? (query.error ?? undefined) : undefined,
    retry: () => void query.refetch(),
  };
}
