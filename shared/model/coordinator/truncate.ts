import type { CqlErrorDetail } from "../../cql/server-error.ts";
import type { TableDefinition } from "../schema/definitions.ts";
import { timeouts, type Coordination, type Done } from "./coordination.ts";

/** Forgets all rows of a table on every node; refused while one is down, as in Cassandra. */
export function truncateTable(
  coordination: Coordination,
  table: TableDefinition,
  done: Done<undefined>,
): void {
  const refuse = (message: string): void => {
    const error: CqlErrorDetail = { kind: "truncate", message };
    done({ ok: false, error });
  };
  const members = coordination.placement().nodes.map(({ key }) => key);
  const down = members.filter((address) => !coordination.isAlive(address));
  if (down.length > 0) {
    return refuse(`Cannot perform truncate, some hosts are down: ${down.join(", ")}`);
  }
  let left = members.length;
  let failed = false;
  const request = { kind: "truncate", tableId: table.id } as const;
  for (const address of members) {
    coordination.request(address, request, timeouts.truncateMs, (reply) => {
      failed ||= reply?.kind !== "done";
      if (--left > 0) return;
      if (failed) refuse("Error during truncate: a node did not answer");
      else done({ ok: true, value: undefined });
    });
  }
}
