/** The English catalogue, put together from a file for each part of the screens. */
import { clusters } from "./en/clusters.ts";
import { drills } from "./en/drills.ts";
import { frame } from "./en/frame.ts";
import { looking } from "./en/looking.ts";
import { reports } from "./en/reports.ts";

export const en = { ...frame, ...clusters, ...looking, ...drills, ...reports };
