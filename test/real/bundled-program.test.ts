/** The bundled command line on the real practice cluster: SSH, CQL and store work as bundles, too. */
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { addresses, testHome } from "./ring.ts";
import { freshBundles, root, run } from "../package/bundles.ts";

beforeAll(() => freshBundles());

it("looks at the practice cluster over CQL and SSH, and knows every node's disks", async () => {
  const { stdout } = await run(
    process.execPath,
    [join(root, "dist/node/cli.cjs"), "inspect", "practice", "--json"],
    { env: { ...process.env, RINGDRILL_HOME: testHome() }, maxBuffer: 64 * 1_024 * 1_024 },
  );
  const { nodes } = JSON.parse(stdout) as {
    nodes: { address: string; disks: { value?: { path: string }[]; unknown?: string } }[];
  };
  expect(nodes.map((node) => node.address).toSorted()).toEqual(addresses);
  for (const { address, disks } of nodes) {
    expect(disks.unknown, address).toBeUndefined();
    expect(disks.value?.length, address).toBeGreaterThan(0);
  }
});
