/** The token ring: who holds which range, which replicas a range has, and which ranges a level no longer reaches. */
import { HTMLSelect } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { blockFor, type Level, type Requirement } from "../../../shared/consistency/levels.ts";
import type { TokenRing } from "../../../shared/cluster/token-ring.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { isUnknown } from "../../../shared/facts/fact.ts";
import { factorsText, replicatedKeyspaces } from "../../app/replication-words.ts";
import { rangeEnds } from "../../chart/ring-arcs.ts";
import { RingCanvas, type RingLayer } from "../../chart/RingCanvas.tsx";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { chosenKeyspace, useChosenKeyspace } from "../../ui/chosen-keyspace.ts";
import { formatCount } from "../../ui/format.ts";
import { marksOf } from "../../ui/node-mark.ts";
import { groupNodes } from "../../ui/node-order.ts";
import { categoryColour } from "../../ui/palette.ts";
import { replicasOfRing, replicationOf, ringOfView } from "../../ui/ring-of-view.ts";
import { RangeText, Reachable } from "./RingText.tsx";
import { litLayer, lostLayer, ownerLayer, touchedLayer } from "./ring-layers.ts";
import { shownTheme } from "../../ui/theme-store.ts";

const shownLevels = [
  "ONE",
  "LOCAL_ONE",
  "QUORUM",
  "LOCAL_QUORUM",
  "EACH_QUORUM",
  "ALL",
] as const satisfies readonly Level[];

function useDown(view: ClusterView): ReadonlySet<string> {
  return useMemo(
    () => new Set([...marksOf(view)].filter(([, mark]) => mark === "down").map(([key]) => key)),
    [view],
  );
}

function useLayers(
  ring: TokenRing,
  ends: Float64Array,
  dcs: readonly string[],
  need: Requirement | undefined,
  replicas: readonly (readonly string[])[] | undefined,
  down: ReadonlySet<string>,
  pointed: number | undefined,
): readonly RingLayer[] {
  const theme = useStore(shownTheme, (value) => value);
  // Sets and lists are made anew with every view; their texts say whether anything changed.
  const dcKey = dcs.join("\n");
  const downKey = [...down].sort().join("\n");
  const needKey = JSON.stringify(need, (_, part: unknown) =>
    part instanceof Map ? [...part] : part,
  );
  const base = useMemo(
    () => ownerLayer(ring, ends, dcKey.split("\n"), theme),
    [ring, ends, dcKey, theme],
  );
  const hurt = useMemo(() => {
    if (replicas === undefined || downKey === "") return [];
    const gone = new Set(downKey.split("\n"));
    const touched = touchedLayer(ends, replicas, gone, theme);
    return need === undefined
      ? [touched]
      : [touched, lostLayer(ring, ends, replicas, need, gone, theme)];
    // oxlint-disable-next-line react/exhaustive-deps -- `need` is in needKey
  }, [ring, ends, replicas, needKey, downKey, theme]);
  return useMemo(
    () => [base, ...hurt, ...(pointed === undefined ? [] : [litLayer(ends, pointed, theme)])],
    [base, hurt, ends, pointed, theme],
  );
}

function Ring(props: { readonly view: ClusterView; readonly ring: TokenRing }): React.ReactElement {
  const { view, ring } = props;
  const theme = useStore(shownTheme, (value) => value);
  const keyspace = useChosenKeyspace(view);
  const dcs = groupNodes(view).map((group) => group.dc ?? "");
  const [level, setLevel] = useState<Level>("QUORUM");
  const [localDc, setLocalDc] = useState(dcs[0] ?? "");
  const [pointed, setPointed] = useState<number>();
  const [kept, setKept] = useState<number>();
  const down = useDown(view);
  const ends = useMemo(() => rangeEnds(ring), [ring]);
  const range = pointed ?? kept;
  const replicas = keyspace === undefined ? undefined : replicasOfRing(ring, keyspace.replication);
  const need =
    keyspace === undefined
      ? undefined
      : blockFor(level, replicationOf(keyspace.replication), localDc);
  const layers = useLayers(ring, ends, dcs, need, replicas, down, range);
  return (
    <div className="ring-tab">
      <RingCanvas
        layers={layers}
        ends={ends}
        onPoint={setPointed}
        onPress={() => setKept(pointed)}
        label={t("ring.label", { tokens: ring.tokens.length, nodes: ring.nodes.length })}
      >
        <strong>
          {t("ring.tokens", { count: ring.tokens.length, text: formatCount(ring.tokens.length) })}
        </strong>
        <ul>
          {dcs.map((dc, i) => (
            <li key={dc} className="row">
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" rx="2" fill={categoryColour(i, theme)} />
              </svg>
              {dc === "" ? t("common.unknownDc") : dc}
            </li>
          ))}
        </ul>
      </RingCanvas>
      <div className="ring-side stack">
        <div className="row-wrap">
          <label className="row">
            {t("common.keyspace")}
            <HTMLSelect
              value={keyspace?.name ?? ""}
              options={replicatedKeyspaces(view).map((each) => ({
                value: each.name,
                label: `${each.name} (RF ${factorsText(each.replication.factors)})`,
              }))}
              onChange={(event) => chosenKeyspace.set(event.currentTarget.value)}
            />
          </label>
          <label className="row">
            {t("common.level")}
            <HTMLSelect
              value={level}
              options={[...shownLevels]}
              onChange={(event) =>
                setLevel(shownLevels.find((each) => each === event.currentTarget.value) ?? "QUORUM")
              }
            />
          </label>
          {dcs.length > 1 && (
            <label className="row">
              {t("ring.from")}
              <HTMLSelect
                value={localDc}
                options={dcs}
                onChange={(event) => setLocalDc(event.currentTarget.value)}
              />
            </label>
          )}
        </div>
        {keyspace !== undefined && (
          <Reachable ring={ring} keyspace={keyspace} level={level} localDc={localDc} down={down} />
        )}
        {ring.faults.length > 0 && (
          <p className="tone-critical">
            {t("ring.faults", {
              count: ring.faults.length,
              token: ring.faults[0]?.token ?? "",
              why: ring.faults[0]?.why ?? "",
            })}
          </p>
        )}
        <label className="row">
          {t("ring.number")}
          <input
            type="number"
            className="bp6-input ring-number"
            min={1}
            max={ring.tokens.length}
            value={range === undefined ? "" : range + 1}
            onChange={(event) =>
              setKept(
                event.currentTarget.value === ""
                  ? undefined
                  : Math.min(ring.tokens.length, Math.max(1, Number(event.currentTarget.value))) -
                      1,
              )
            }
          />
        </label>
        <div className="panel panel-body ring-range" aria-live="off">
          {range === undefined ? (
            <p className="muted">{t("ring.point")}</p>
          ) : (
            <RangeText view={view} ring={ring} range={range} keyspace={keyspace} />
          )}
        </div>
      </div>
    </div>
  );
}

export function RingTab(props: { readonly view: ClusterView }): React.ReactElement {
  const ring = ringOfView(props.view);
  if (ring !== undefined) return <Ring view={props.view} ring={ring} />;
  const { partitioner } = props.view;
  return (
    <div className="empty">
      <p>{t("ring.none")}</p>
      <p className="muted">{isUnknown(partitioner) ? partitioner.unknown : t("ring.noTokens")}</p>
    </div>
  );
}
