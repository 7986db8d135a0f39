/** Disks of all nodes as rows: least free first, nodes whose disks are unknown at the end with their reason. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue } from "../../../shared/facts/fact.ts";

type Disk = Extract<NodeView["disks"], { value: unknown }>["value"][number];

export interface DiskRow {
  readonly id: string;
  readonly nodeKey: string;
  /** Undefined when the node's disks are unknown. */
  readonly disk: Disk | undefined;
  /** Of what ordinary users may fill, as df counts it: available / (used + available). */
  readonly freeShare: number;
  /** This device carries commit log and data both: their writes wait for each other. */
  readonly sharesDevice: boolean;
}

/** Available part of a disk, 0..1. Space reserved for root counts as neither used nor free. */
export function freeShareOf(disk: Disk): number {
  const room = disk.usedBytes + disk.availableBytes;
  return room > 0 ? disk.availableBytes / room : 0;
}

export function diskRows(nodes: readonly NodeView[]): readonly DiskRow[] {
  const rows: DiskRow[] = [];
  const unknown: DiskRow[] = [];
  for (const node of nodes) {
    if (!hasValue(node.disks)) {
      unknown.push({
        id: node.key,
        nodeKey: node.key,
        disk: undefined,
        freeShare: 0,
        sharesDevice: false,
      });
      continue;
    }
    const holding = (what: string): ReadonlySet<string> =>
      new Set(
        (hasValue(node.disks) ? node.disks.value : [])
          .filter((disk) => disk.holds.includes(what))
          .map((disk) => disk.device),
      );
    const data = holding("data");
    const log = holding("commit log");
    for (const disk of node.disks.value) {
      const sharesDevice =
        data.has(disk.device) &&
        log.has(disk.device) &&
        disk.holds.some((what) => what === "data" || what === "commit log");
      rows.push({
        id: `${node.key} ${disk.path}`,
        nodeKey: node.key,
        disk,
        freeShare: freeShareOf(disk),
        sharesDevice,
      });
    }
  }
  return [...rows.sort((a, b) => a.freeShare - b.freeShare), ...unknown];
}
