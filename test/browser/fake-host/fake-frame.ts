/** What does not change from look to look of a cluster that does not exist: places, tokens, keyspaces, ownership. */
import { ownershipOf } from "../../../shared/cluster/ownership.ts";
import { readReplication } from "../../../shared/cluster/replication.ts";
import { buildRing } from "../../../shared/cluster/token-ring.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";

export interface FakeCluster {
  readonly nodes: number;
  readonly at: number;
  readonly profile?: string;
  readonly environment?: ClusterView["target"]["environment"];
  readonly simulated?: boolean;
  readonly colour?: string;
  readonly dcs?: readonly string[];
  readonly racks?: number;
  readonly tokensPerNode?: number;
  readonly release?: string;
  /** First parts of the addresses: "127.0.0." */
  readonly net?: string;
  /** Numbers of nodes (from 1) that are down in every view. */
  readonly down?: readonly number[];
  /** Observer and observed (from 1) where the observer says DN while the others say UN. */
  readonly doubt?: readonly (readonly [number, number])[];
  readonly sshFails?: readonly number[];
  /** Nodes whose figures were not confirmed for a while. */
  readonly stale?: readonly number[];
  /** Nodes that hold next to nothing of what they own. */
  readonly wiped?: readonly number[];
  /** Only so many nodes were asked for their view. */
  readonly observers?: number;
  /** Nothing was read yet: all ways are being opened. */
  readonly connecting?: boolean;
}

export const partitioner = "org.apache.cassandra.dht.Murmur3Partitioner";
export const schema = "54d3a1e2-8c7b-3d4f-9a10-2b5c6d7e8f90";

/** A repeatable number 0..1 for a node and a purpose. */
export function noise(seed: number): number {
  let x = (seed * 2_654_435_761 + 1_013_904_223) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 2_246_822_519) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 3_266_489_917) >>> 0;
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

export const hostIdOf = (i: number): string =>
  `${(0x6d1f9f1c + i * 7919).toString(16).padStart(8, "0").slice(-8)}-3a1b-4c5d-8e9f-${(0xa0b1c2d3e4 + i).toString(16).padStart(12, "0")}`;

export function addressOf(fake: Pick<FakeCluster, "net">, i: number): string {
  const net = fake.net ?? "127.0.0.";
  return net.endsWith(".") && net.split(".").length === 4
    ? `${net}${i + 1}`
    : `${net}${Math.floor(i / 250)}.${(i % 250) + 1}`;
}

export interface Frame {
  readonly places: readonly {
    readonly dc: string;
    readonly rack: string;
    readonly tokens: readonly string[];
  }[];
  readonly keyspaces: readonly {
    readonly name: string;
    readonly replication: { readonly strategy: string; readonly factors: Record<string, number> };
    readonly local: boolean;
    readonly system: boolean;
  }[];
  readonly owns: readonly Record<string, number>[];
}

const frames = new Map<string, Frame>();

function tokensOf(node: number, nodes: number, perNode: number): string[] {
  const span = 2n ** 64n / BigInt(nodes * perNode);
  return Array.from({ length: perNode }, (_, j) => {
    const slot = BigInt(j * nodes + ((node * 7 + j * 3) % nodes));
    const jitter = BigInt(Math.floor(noise(node * 1_000 + j) * 1_000)) * (span / 3_000n);
    return String(-(2n ** 63n) + slot * span + jitter + 1n);
  });
}

/** What does not change from look to look. */
export function frameOf(fake: FakeCluster): Frame {
  const dcs = fake.dcs ?? ["dc1"];
  const racks = fake.racks ?? 3;
  const perNode = fake.tokensPerNode ?? 16;
  const id = `${fake.nodes} ${dcs.join()} ${racks} ${perNode}`;
  const before = frames.get(id);
  if (before !== undefined) return before;
  const places = Array.from({ length: fake.nodes }, (_, i) => ({
    dc: dcs[i % dcs.length] ?? "dc1",
    rack: `rack${(Math.floor(i / dcs.length) % racks) + 1}`,
    tokens: tokensOf(i, fake.nodes, perNode),
  }));
  const network = (factor: number) => ({
    strategy: "org.apache.cassandra.locator.NetworkTopologyStrategy",
    factors: Object.fromEntries(dcs.map((dc) => [dc, factor])),
  });
  const most = Math.max(1, Math.min(3, Math.floor(fake.nodes / dcs.length)));
  const keyspaces = [
    {
      name: "system",
      replication: { strategy: "org.apache.cassandra.locator.LocalStrategy", factors: {} },
      local: true,
      system: true,
    },
    { name: "system_auth", replication: network(most), local: false, system: true },
    { name: "shop", replication: network(most), local: false, system: false },
    { name: "sessions", replication: network(Math.min(2, most)), local: false, system: false },
  ];
  const ring = buildRing(
    partitioner,
    places.map((place, i) => ({ key: hostIdOf(i), ...place })),
  );
  const replications = new Map(
    keyspaces
      .filter((each) => !each.local)
      .map((each) => [
        each.name,
        readReplication({
          class: each.replication.strategy,
          ...Object.fromEntries(
            Object.entries(each.replication.factors).map(([dc, factor]) => [dc, String(factor)]),
          ),
        }),
      ]),
  );
  const owned = ownershipOf(ring, replications);
  const owns = places.map((_, i) =>
    Object.fromEntries([...owned].map(([name, shares]) => [name, shares.get(hostIdOf(i)) ?? 0])),
  );
  const made = { places, keyspaces, owns };
  frames.set(id, made);
  return made;
}
