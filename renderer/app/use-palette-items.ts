/** The palette's items for the cluster that is open. */
import { useMemo } from "react";
import { valueOf } from "../../shared/facts/fact.ts";
import { t } from "../i18n/i18n.ts";
import { orderedNodes } from "../ui/node-order.ts";
import { shownTheme, themeChoice } from "../ui/theme-store.ts";
import { chosenKeyspace } from "../ui/chosen-keyspace.ts";
import { useHost } from "./host-context.ts";
import { go, openNode } from "./navigation.ts";
import type { PaletteItem } from "./palette-items.ts";
import { replicatedKeyspaces } from "./replication-words.ts";
import { screens } from "./route.ts";
import { useActiveRun, useView } from "./session-context.tsx";
import { useQuery } from "@tanstack/react-query";

/** @param showHelp opens the list of keys. */
export function usePaletteItems(showHelp: () => void): readonly PaletteItem[] {
  const { client, queries } = useHost();
  const view = useView();
  const run = useActiveRun().view;
  const catalogue = useQuery(queries.drills.catalogue.queryOptions({ staleTime: Infinity }));
  const profiles = useQuery(queries.profiles.list.queryOptions());
  return useMemo(() => {
    const items: PaletteItem[] = [];
    const add = (group: string, text: string, act: () => void, also = ""): void => {
      items.push({ id: `${group}|${text}|${also}`, group, text, also, run: act });
    };
    const actions = t("palette.actions");
    if (run !== undefined && run.phase !== "closed") {
      add(
        actions,
        t("bottom.stop"),
        () => void client.drills.stop({ runId: run.plan.runId }),
        run.plan.drill.id,
      );
    }
    for (const screen of screens) add(t("palette.goTo"), t(`rail.${screen}`), () => go(screen));
    for (const tab of ["map", "ring", "views", "table"] as const) {
      add(t("palette.goTo"), `${t("rail.topology")}: ${t(`topology.tab.${tab}`)}`, () =>
        go("topology", [tab]),
      );
    }
    if (view !== undefined) {
      const profile = view.target.profile;
      add(actions, t("palette.lookNow"), () => void client.cluster.lookNow({ profile }), profile);
    }
    add(actions, t("palette.newProfile"), () => go("clusters", ["new"]));
    add(actions, t("palette.theme"), () =>
      themeChoice.set(shownTheme.get() === "dark" ? "light" : "dark"),
    );
    add(actions, t("help.title"), showHelp);
    for (const drill of catalogue.data ?? []) {
      add(
        t("palette.drills"),
        t("palette.planDrill", { id: drill.id, name: drill.name }),
        () => go("drills", ["plan", drill.id]),
        drill.simulates,
      );
    }
    for (const row of profiles.data?.rows ?? []) {
      add(
        t("palette.clusters"),
        row.profile.name,
        () => go("overview", [], row.profile.name),
        row.profile.contactPoints.join(" "),
      );
    }
    if (view === undefined) return items;
    for (const keyspace of replicatedKeyspaces(view)) {
      const act = (): void => {
        chosenKeyspace.set(keyspace.name);
        go("topology", ["ring"]);
      };
      add(t("palette.keyspaces"), keyspace.name, act, keyspace.replication.strategy);
    }
    for (const node of orderedNodes(view)) {
      const also = [valueOf(node.dc), valueOf(node.rack), valueOf(node.hostId)]
        .filter((part) => part !== undefined)
        .join(" ");
      add(t("palette.nodes"), node.address, () => openNode(node.key), also);
    }
    return items;
  }, [client, view, run, catalogue.data, profiles.data, showHelp]);
}
