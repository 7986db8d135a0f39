/** The practice cluster as the screens and the command line see it. */
import { z } from "zod";

export const practiceOptionsSchema = z.object({
  nodes: z.number().int().min(1).max(6).optional(),
  layout: z.string().optional(),
  cassandra: z.enum(["5.0", "4.1", "4.0"]).optional(),
  simulated: z.boolean().optional(),
  /** First three octets of the nodes' loopback addresses; 127.0.0 when left out. */
  subnet: z
    .string()
    .regex(/^127\.\d{1,3}\.\d{1,3}$/)
    .optional(),
});
export type PracticeOptions = z.infer<typeof practiceOptionsSchema>;

export const practiceStatusSchema = z.object({
  state: z.enum(["none", "stopped", "starting", "partly running", "running"]),
  simulated: z.boolean(),
  version: z.string().nullable(),
  folder: z.string(),
  nodes: z.array(
    z.object({
      address: z.string(),
      dc: z.string(),
      rack: z.string(),
      cassandra: z.enum(["running", "stopped", "frozen"]),
      pid: z.number().nullable(),
      residentBytes: z.number().nullable(),
      ssh: z.boolean(),
    }),
  ),
  supervisor: z.number().nullable(),
  /** Why it cannot be started here, in one sentence with the command that helps; null when it can. */
  impossible: z.string().nullable(),
});
export type PracticeStatus = z.infer<typeof practiceStatusSchema>;

export const progressSchema = z.object({
  /** What is being done: "fetching jars of Cassandra 5.0.6", "127.0.0.2: waiting for CQL". */
  doing: z.string(),
  node: z.string().optional(),
  done: z.number(),
  of: z.number(),
  remainingMs: z.number().nullable(),
});
export type Progress = z.infer<typeof progressSchema>;
