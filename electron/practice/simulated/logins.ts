import { decodeValue } from "../../../shared/cql/decode-value.ts";
import type { CqlErrorDetail } from "../../../shared/cql/server-error.ts";
import { atLeast } from "../../../shared/model/release.ts";
import type { ModelNode } from "../../../shared/model/node/model-node.ts";
import { encodeRow } from "../../../shared/model/storage/row-record.ts";
import { valuesOf } from "../../../shared/model/storage/row.ts";
import type { SimulatedRole } from "./node-settings.ts";
import { passwordFits } from "./password-hash.ts";

export type Login =
  | { readonly ok: true; readonly user: string }
  | { readonly ok: false; readonly error: CqlErrorDetail };

/** Roles that the cluster is made with: they were there before any other change. */
const seededAt = 1;

/** Puts the roles into system_auth.roles on this node, as the replicas of a new ring have them. */
export function seedRoles(node: ModelNode, roles: readonly SimulatedRole[]): void {
  const table = node.schema.table("system_auth", "roles");
  if (table === undefined) return;
  const text = new TextEncoder();
  for (const { role, superuser, saltedHash } of roles) {
    const cell = (value: Uint8Array) => ({ value, at: seededAt, expiresAt: undefined });
    const row = encodeRow({
      marker: { at: seededAt, expiresAt: undefined },
      deletedAt: undefined,
      cells: new Map([
        ["can_login", cell(Uint8Array.of(1))],
        ["is_superuser", cell(Uint8Array.of(superuser ? 1 : 0))],
        ["salted_hash", cell(text.encode(saltedHash))],
      ]),
    });
    const mutation = { tableId: table.id, key: text.encode(role), row };
    node.replica.handle({ kind: "mutation", mutation });
  }
}

/**
 * Checks a SASL PLAIN token against system_auth.roles, read at the level that the release reads it at: with too many of
 * its replicas down nobody can log in.
 */
export function logIn(
  node: ModelNode,
  token: Uint8Array | null,
  done: (login: Login) => void,
): void {
  const refuse = (message: string): void => {
    done({ ok: false, error: { kind: "bad credentials", message } });
  };
  const [, user = "", password = ""] = Buffer.from(token ?? [])
    .toString("utf8")
    .split("\0");
  const keyspace = node.schema.keyspace("system_auth");
  const table = node.schema.table("system_auth", "roles");
  if (user === "" || keyspace === undefined || table === undefined)
    return refuse("Authentication ID must not be null");
  const key = new TextEncoder().encode(user);
  // `auth_read_consistency_level` came with 4.1 (CASSANDRA-12988); 4.0 reads ordinary roles at LOCAL_ONE.
  const level = atLeast(node.identity.release, 4, 1) ? "LOCAL_QUORUM" : "LOCAL_ONE";
  node.read(keyspace, table, key, level, (outcome) => {
    if (!outcome.ok) return refuse(`Unable to perform authentication: ${outcome.error.message}`);
    const values = valuesOf(outcome.value, node.world.now() / 1_000);
    const hash = decodeValue({ kind: "varchar" }, values?.get("salted_hash") ?? null);
    const mayLogIn = values?.get("can_login")?.[0] === 1;
    if (typeof hash !== "string" || !mayLogIn || !passwordFits(password, hash))
      return refuse(`Provided username ${user} and/or password are incorrect`);
    done({ ok: true, user });
  });
}
