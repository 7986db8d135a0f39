import { expect, test } from "vitest";
import { known, unknown } from "../../../shared/facts/fact.ts";
import { viewOf } from "../../../test/browser/fake-host/fake-view.ts";
import { diskRows } from "./disk-rows.ts";

const source = { node: "127.0.0.1", what: "df -P -k", tookMs: 1 };
const disk = (holds: string[], device: string, usedBytes: number, availableBytes: number) => ({
  holds,
  path: `/${holds.join("-")}`,
  device,
  mount: "/",
  // Ext4 keeps a part for root: size is more than used + available.
  sizeBytes: usedBytes + availableBytes + 50,
  usedBytes,
  availableBytes,
});

test("the fullest disk comes first and a node without figures last", () => {
  const nodes = viewOf({ nodes: 3, at: 1_000_000 }).nodes.map((node, i) => ({
    ...node,
    disks:
      i === 0
        ? unknown("SSH refuses")
        : known([disk(["data"], `/dev/sd${i}`, i === 1 ? 10 : 90, i === 1 ? 90 : 10)], 1, source),
  }));
  expect(diskRows(nodes).map((row) => [row.nodeKey, row.freeShare])).toEqual([
    [nodes[2]?.key, 0.1],
    [nodes[1]?.key, 0.9],
    [nodes[0]?.key, 0],
  ]);
});

test("commit log and data on one device are said, on two devices not", () => {
  const [node] = viewOf({ nodes: 1, at: 1_000_000 }).nodes;
  if (node === undefined) throw new Error("no node");
  const rows = (device: string) =>
    diskRows([
      {
        ...node,
        disks: known(
          [disk(["data"], "/dev/sda", 1, 9), disk(["commit log"], device, 1, 8)],
          1,
          source,
        ),
      },
    ]);
  expect(rows("/dev/sda").map((row) => row.sharesDevice)).toEqual([true, true]);
  expect(rows("/dev/sdb").map((row) => row.sharesDevice)).toEqual([false, false]);
});
