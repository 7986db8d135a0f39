/** Time series for the lanes of the Overview: one row of plain numbers per node and time, null where nothing was measured. */
import { z } from "zod";

export const laneNames = [
  "requestsPerSecond",
  "readP99Ms",
  "writeP99Ms",
  "cpuBusyShare",
  "diskBusyShare",
  "diskFreeShare",
  "gcPauseMs",
  "dropped",
  "pendingCompactions",
  "hintBytes",
  "loadBytes",
  "heapShare",
] as const;
export type LaneName = (typeof laneNames)[number];

export const seriesSchema = z.object({
  /** Milliseconds since the epoch, ascending, shared by all nodes. */
  at: z.array(z.number()),
  nodes: z.array(
    z.object({
      key: z.string(),
      address: z.string(),
      lanes: z.partialRecord(z.enum(laneNames), z.array(z.number().nullable())),
    }),
  ),
});
export type Series = z.infer<typeof seriesSchema>;
