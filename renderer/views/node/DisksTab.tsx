/** Each path of the node: what lives there, on which device, how much room is left. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { isStale, isUnknown, mapFact } from "../../../shared/facts/fact.ts";
import { t } from "../../i18n/i18n.ts";
import { Figure } from "../../ui/Figure.tsx";
import { formatBytes, formatShare } from "../../ui/format.ts";
import { diskRows } from "../load/disk-rows.ts";

export function DisksTab(props: { readonly node: NodeView }): React.ReactElement {
  const { node } = props;
  if (isUnknown(node.disks)) return <p>{node.disks.unknown}</p>;
  return (
    <>
      {isStale(node.disks) && <p className="strip">{node.disks.stale}</p>}
      {diskRows([node]).map(({ id, disk, freeShare, sharesDevice }) =>
        disk === undefined ? null : (
          <section key={id} className="drawer-disk">
            <h3 className="mono">{disk.path}</h3>
            <p>
              {disk.holds.join(", ")}
              {sharesDevice && <span className="tone-warning"> · {t("load.sharedDevice")}</span>}
            </p>
            <div className="row">
              <svg
                className="load-bar drawer-bar"
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={(1 - freeShare) * 100} height="10" fill="currentColor" />
              </svg>
              <Figure
                fact={mapFact(node.disks, () => freeShare)}
                format={(share) => t("load.freeText", { share: formatShare(share) })}
                label={`${node.address} · ${disk.path} · ${t("load.free")}`}
              />
            </div>
            <p className="muted">
              {t("load.diskText", {
                used: formatBytes(disk.usedBytes),
                size: formatBytes(disk.sizeBytes),
                available: formatBytes(disk.availableBytes),
                device: disk.device,
                mount: disk.mount,
              })}
            </p>
          </section>
        ),
      )}
    </>
  );
}
