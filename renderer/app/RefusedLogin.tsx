/** Nodes that refuse the login: said once above the screen, with the way to type the password again. */
import { Button } from "@blueprintjs/core";
import type { ClusterView, Reach } from "../../shared/contract/cluster-view.ts";
import { t } from "../i18n/i18n.ts";
import { useClusterSession } from "./session-context.tsx";

function refused(reach: Reach): boolean {
  return reach.state === "failed" && reach.failure.kind === "authentication refused";
}

export function RefusedLogin(props: { readonly view: ClusterView }): React.ReactElement | null {
  const { view } = props;
  const session = useClusterSession();
  const { profile } = view.target;
  const ways = [
    {
      way: "CQL",
      which: "cqlPassword",
      nodes: view.nodes.filter((node) => refused(node.reach.cql)),
    },
    {
      way: "SSH",
      which: "sshPassword",
      nodes: view.nodes.filter((node) => refused(node.reach.ssh)),
    },
  ] as const;
  return (
    <>
      {ways
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ way, which, nodes }) => (
          <div key={way} className="strip" role="alert">
            <span>{t("session.refusedLogin", { count: nodes.length, way })}</span>
            <Button
              size="small"
              text={t("session.typeAgain")}
              onClick={() => session?.ask(which, t("session.againQuestion", { way, profile }))}
            />
          </div>
        ))}
    </>
  );
}
