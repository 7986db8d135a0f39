/** The older releases of the practice cluster, looked at once: `npm run test:all`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { InspectDocument } from "../../shared/cluster/inspect-document.ts";
import { hasValue } from "../../shared/facts/fact.ts";
import { cli, cliJson } from "../real/ring.ts";

describe("other releases", () => {
  it.each([
    ["4.1", "4.1.10"],
    ["4.0", "4.0.19"],
  ])("Cassandra %s starts, is looked at and ends", async (version, release) => {
    const home = mkdtempSync(join(tmpdir(), "ringdrill-version-"));
    try {
      const up = await cli(
        ["practice", "up", "--nodes", "2", "--cassandra", version, "--subnet", "127.0.64"],
        { home },
      );
      expect(`${up.code} ${up.stderr}`).toMatch(/^0 /);
      const { code, document } = await cliJson<InspectDocument>(["inspect", "practice"], { home });
      expect(code).toBe(0);
      expect(document.cluster.versions).toEqual([release]);
      expect(Object.values(document.matrix).flatMap((row) => Object.values(row))).toEqual(
        Array.from({ length: 4 }, () => "UN"),
      );
      for (const node of document.nodes) {
        for (const name of ["load", "disks", "cpu", "pools", "heap", "commitLog"] as const) {
          expect(hasValue<unknown>(node[name]), `${node.address} ${name}`).toBe(true);
        }
      }
    } finally {
      const down = await cli(["practice", "reset"], { home });
      rmSync(home, { recursive: true, force: true });
      expect(down.code).toBe(0);
    }
  });
});
