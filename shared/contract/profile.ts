/** A profile: how to reach a cluster. It holds no secret; secrets are asked, read from the environment or kept in the OS keychain. */
import { z } from "zod";

export const environments = ["production", "staging", "lab", "practice"] as const;

const port = z.number().int().min(1).max(65_535);

/** How the node's Cassandra process is started and stopped. Scripts are absolute paths, run without arguments. */
export const serviceControlSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("systemd"), unit: z.string().regex(/^[A-Za-z0-9@._:-]+$/) }),
  z.object({ kind: z.literal("init"), name: z.string().regex(/^[A-Za-z0-9._-]+$/) }),
  z.object({
    kind: z.literal("scripts"),
    /** `%a` in a path stands for the node's address. */
    start: z.string().startsWith("/"),
    stop: z.string().startsWith("/"),
    status: z.string().startsWith("/"),
  }),
  z.object({ kind: z.literal("none") }),
]);
export type ServiceControl = z.infer<typeof serviceControlSchema>;

export const jumpHostSchema = z.object({ host: z.string().min(1), port, user: z.string().min(1) });

export const sshSettingsSchema = z.object({
  user: z.string().min(1),
  port,
  auth: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("agent") }),
    z.object({ kind: z.literal("key"), file: z.string().min(1) }),
    z.object({ kind: z.literal("password") }),
  ]),
  jump: z.array(jumpHostSchema),
  /** Empty: the user's own ~/.ssh/known_hosts and /etc/ssh/ssh_known_hosts. */
  knownHosts: z.array(z.string()),
});
export type SshSettings = z.infer<typeof sshSettingsSchema>;

export const profileSchema = z.object({
  name: z
    .string()
    .regex(
      /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u,
      "a name of 1 to 64 letters, digits, blanks, dots, dashes",
    ),
  contactPoints: z.array(z.string().min(1)).min(1, "at least one contact point"),
  cql: z.object({
    port,
    user: z.string().optional(),
    /** Plain text beyond loopback is an explicit choice: `tls: false`. */
    tls: z.union([
      z.literal(false),
      z.object({ caFile: z.string().optional(), serverName: z.string().optional() }),
    ]),
  }),
  /** Null: CQL only, host figures stay unknown and nothing can be drilled. */
  ssh: sshSettingsSchema.nullable(),
  service: serviceControlSchema,
  /** Folder on a node for drill state, `%a` stands for its address. */
  stateFolder: z.string().startsWith("/").optional(),
  /** Null counts as production. */
  environment: z.enum(environments).nullable(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i),
  /**
   * How the application uses the cluster: its level, keyspace and role. Load runs as this role when it is named,
   * because guardrails spare superusers; else as `cql.user`.
   */
  application: z
    .object({
      consistency: z.string(),
      keyspace: z.string().optional(),
      user: z.string().optional(),
    })
    .optional(),
});
export type Profile = z.infer<typeof profileSchema>;

/** Secrets for one connection, in memory only. */
export const secretsSchema = z.object({
  cqlPassword: z.string().optional(),
  /** Password of `application.user`. */
  applicationPassword: z.string().optional(),
  sshPassword: z.string().optional(),
  sshPassphrase: z.string().optional(),
});
export type Secrets = z.infer<typeof secretsSchema>;
