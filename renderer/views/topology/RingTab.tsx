/** The token ring: who holds which range, which replicas a range has, and which ranges a level no longer reaches. */
import { HTMLSelect } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { availabilityOf } from "../../../shared/consistency/availability.ts";
import { blockFor, isMet, type Level } from "../../../shared/consistency/levels.ts";
import type { TokenRing } from "../../../shared/cluster/token-ring.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { isUnknown, valueOf } from "../../../shared/facts/fact.ts";
import { factorsText, replicatedKeyspaces } from "../../app/replication-words.ts";
import { rangeEnds, ringArcs } from "../../chart/ring-arcs.ts";
import { RingCanvas, type RingLayer } from "../../chart/RingCanvas.tsx";
import { useStore } from "../../host/store.ts";
import { t } from "../../i18n/i18n.ts";
import { chosenKeyspace, useChosenKeyspace } from "../../ui/chosen-keyspace.ts";
import { formatCount, formatShare } from "../../ui/format.ts";
import { marksOf } from "../../ui/node-mark.ts";
import { groupNodes } from "../../ui/node-order.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import { categoryColour, chartColours } from "../../ui/palette.ts";
import { replicasOfRing, replicationOf, ringOfView } from "../../ui/ring-of-view.ts";
import { shownTheme } from "../../ui/theme-store.ts";
import { openNode } from "../../app/navigation.ts";

type Keyspace = NonNullable<ReturnType<typeof useChosenKeyspace>>;
const shownLevels = [
  "ONE",
  "LOCAL_ONE",
  "QUORUM",
  "LOCAL_QUORUM",
  "EACH_QUORUM",
  "ALL",
] as const satisfies readonly Level[];
const slots = 3_000;

function useDown(view: ClusterView): ReadonlySet<string> {
  return useMemo(
    () => new Set([...marksOf(view)].filter(([, mark]) => mark === "down").map(([key]) => key)),
    [view],
  );
}

function useLayers(
  view: ClusterView,
  ring: TokenRing,
  ends: Float64Array,
  keyspace: Keyspace | undefined,
  level: Level,
  localDc: string,
  down: ReadonlySet<string>,
  pointed: number | undefined,
): readonly RingLayer[] {
  const theme = useStore(shownTheme, (value) => value);
  const dcs = groupNodes(view).map((group) => group.dc ?? "");
  const dcKey = dcs.join("\n");
  const downKey = [...down].sort().join(" ");
  const replicas = keyspace === undefined ? undefined : replicasOfRing(ring, keyspace.replication);
  const base = useMemo<RingLayer>(() => {
    const names = dcKey.split("\n");
    const groupOfNode = ring.nodes.map((node) => names.indexOf(node.dc));
    const byNode = ring.tokens.length <= 600;
    const groupOf = byNode
      ? (range: number) => ring.owners[range] ?? -1
      : (range: number) => groupOfNode[ring.owners[range] ?? -1] ?? -1;
    // With few tokens each node's arcs are told apart by brightness of its datacenter's colour.
    const colourOf = (group: number): string => {
      if (!byNode) return categoryColour(group, theme);
      const colour = categoryColour(groupOfNode[group] ?? 0, theme);
      const strength = 100 - (group % 4) * 18;
      return `color-mix(in srgb, ${colour} ${strength}%, ${chartColours(theme).panel})`;
    };
    return { arcs: ringArcs(ends, groupOf, slots), colourOf, inner: 0.78, outer: 0.93 };
  }, [ring, ends, dcKey, theme]);
  const lost = useMemo<RingLayer | undefined>(() => {
    if (replicas === undefined || keyspace === undefined || downKey === "") return undefined;
    const need = blockFor(level, replicationOf(keyspace.replication), localDc);
    if (need === undefined) return undefined;
    const gone = new Set(downKey.split(" "));
    const dcOf = new Map(ring.nodes.map((node) => [node.key, node.dc]));
    const groupOf = (range: number): number => {
      const living = (replicas[range] ?? [])
        .filter((key) => !gone.has(key))
        .map((key) => dcOf.get(key) ?? "");
      return isMet(need, living) ? -1 : 0;
    };
    return {
      arcs: ringArcs(ends, groupOf, slots),
      colourOf: (group) => (group === 0 ? chartColours(theme).red : undefined),
      inner: 0.74,
      outer: 0.94,
      hatched: true,
    };
  }, [ring, ends, replicas, keyspace, level, localDc, downKey, theme]);
  const touched = useMemo<RingLayer | undefined>(() => {
    if (replicas === undefined || downKey === "") return undefined;
    const gone = new Set(downKey.split(" "));
    const groupOf = (range: number): number =>
      (replicas[range] ?? []).some((key) => gone.has(key)) ? 0 : -1;
    return {
      arcs: ringArcs(ends, groupOf, slots),
      colourOf: (group) => (group === 0 ? chartColours(theme).amber : undefined),
      inner: 0.945,
      outer: 0.965,
    };
  }, [ends, replicas, downKey, theme]);
  const lit = useMemo<RingLayer | undefined>(() => {
    if (pointed === undefined) return undefined;
    const from = pointed === 0 ? 0 : (ends[pointed - 1] ?? 0);
    const to = Math.max(ends[pointed] ?? 1, from + 0.002);
    return {
      arcs: [{ from, to, group: 0 }],
      colourOf: () => chartColours(theme).text,
      inner: 0.7,
      outer: 1,
    };
  }, [ends, pointed, theme]);
  return useMemo(
    () => [base, touched, lost, lit].filter((layer) => layer !== undefined),
    [base, touched, lost, lit],
  );
}

function RangeText(props: {
  readonly view: ClusterView;
  readonly ring: TokenRing;
  readonly range: number;
  readonly keyspace: Keyspace | undefined;
}): React.ReactElement {
  const { ring, range, view } = props;
  const marks = marksOf(view);
  const before = ring.tokens.at(range - 1);
  const replicas =
    props.keyspace === undefined
      ? undefined
      : replicasOfRing(ring, props.keyspace.replication)?.[range];
  const share = ring.shares?.[range];
  return (
    <>
      <dl className="facts">
        <dt>{t("ring.range")}</dt>
        <dd className="mono">
          ({String(before ?? "")},<br />
          {String(ring.tokens[range] ?? "")}]
        </dd>
        <dt>{t("ring.share")}</dt>
        <dd>{share === undefined ? `– ${t("ring.noMeasure")}` : formatShare(share)}</dd>
      </dl>
      <h3>{t("ring.replicas")}</h3>
      {replicas === undefined ? (
        <p className="muted">{t("ring.noReplicas")}</p>
      ) : (
        <ol className="replica-list">
          {replicas.map((key) => {
            const node = view.nodes.find((each) => each.key === key);
            return (
              <li key={key}>
                <NodeState
                  mark={marks.get(key) ?? "unknown"}
                  text={node === undefined ? "?" : valueOf(node.state)}
                />
                <button type="button" className="plain link" onClick={() => openNode(key)}>
                  {node?.address ?? key}
                </button>
                <span className="muted cut">
                  {node === undefined
                    ? ""
                    : `${valueOf(node.dc) ?? "?"} / ${valueOf(node.rack) ?? "?"}`}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}

function Reachable(props: {
  readonly ring: TokenRing;
  readonly keyspace: Keyspace;
  readonly level: Level;
  readonly localDc: string;
  readonly down: ReadonlySet<string>;
}): React.ReactElement {
  const { ring, keyspace, level, localDc, down } = props;
  const downKey = [...down].sort().join(" ");
  const found = useMemo(
    () =>
      availabilityOf(
        ring,
        replicationOf(keyspace.replication),
        level,
        localDc,
        new Set(downKey.split(" ").filter(Boolean)),
      ),
    [ring, keyspace, level, localDc, downKey],
  );
  if (found === undefined) return <p className="muted">{t("ring.levelMeaningless", { level })}</p>;
  if (down.size === 0) return <p>{t("ring.nothingDown", { level })}</p>;
  const lost = found.unavailableShare;
  if (lost === undefined) return <p className="muted">{t("ring.noMeasure")}</p>;
  return (
    <p className={lost > 0 ? "tone-critical" : ""}>
      {t(lost > 0 ? "ring.lost" : "ring.stillReached", {
        count: down.size,
        level,
        share: formatShare(lost),
        touched: formatShare(found.touchedShare ?? 0),
      })}
    </p>
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
  const layers = useLayers(view, ring, ends, keyspace, level, localDc, down, range);
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
