/** The practice cluster's processes: what runs, with how much memory. */
import type { PracticeStatus } from "../../../shared/contract/practice.ts";
import { t } from "../../i18n/i18n.ts";
import { formatBytes } from "../../ui/format.ts";
import type { Mark } from "../../ui/node-mark.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import "../../ui/tables.css";

const markOf: Readonly<Record<PracticeStatus["nodes"][number]["cassandra"], Mark>> = {
  running: "up",
  stopped: "down",
  frozen: "suspect",
};

export function PracticeNodes(props: { readonly status: PracticeStatus }): React.ReactElement {
  const { status } = props;
  return (
    <table className="grid-table practice-nodes">
      <thead>
        <tr>
          <th scope="col">{t("table.address")}</th>
          <th scope="col">{t("practice.place")}</th>
          <th scope="col">Cassandra {status.version ?? ""}</th>
          <th scope="col" className="num">
            {t("practice.memory")}
          </th>
          <th scope="col" className="num">
            pid
          </th>
          <th scope="col">SSH</th>
        </tr>
      </thead>
      <tbody>
        {status.nodes.map((node) => (
          <tr key={node.address}>
            <th scope="row">{node.address}</th>
            <td>
              {node.dc} / {node.rack}
            </td>
            <td>
              <NodeState
                mark={markOf[node.cassandra]}
                text={t(`practice.process.${node.cassandra}`)}
              />
            </td>
            <td className="num">
              {node.residentBytes === null ? "–" : formatBytes(node.residentBytes)}
            </td>
            <td className="num">{node.pid ?? "–"}</td>
            <td>{node.ssh ? t("practice.sshUp") : t("practice.sshDown")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
