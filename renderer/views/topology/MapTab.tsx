/** Datacenters, racks, nodes: tiles for a few, a heat map for many. */
import { HTMLSelect } from "@blueprintjs/core";
import { memo, useMemo, useState } from "react";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { isUnknown, mapFact, valueOf } from "../../../shared/facts/fact.ts";
import { openNode } from "../../app/navigation.ts";
import { t } from "../../i18n/i18n.ts";
import { Figure } from "../../ui/Figure.tsx";
import { formatBytes, formatShare } from "../../ui/format.ts";
import { marksOf, type Mark } from "../../ui/node-mark.ts";
import { groupNodes, type RackGroup } from "../../ui/node-order.ts";
import { MarkShape, NodeState } from "../../ui/NodeState.tsx";
import { stateWord } from "../../ui/state-word.ts";
import { heatColour } from "../../ui/palette.ts";
import { heatMetric, heatNames, heatOf, type HeatMetric, type HeatName } from "./heat-metrics.ts";

/** From this many nodes on, tiles would not fit on any screen. */
const tileLimit = 60;

function Tile(props: {
  readonly node: NodeView;
  readonly mark: Mark;
  readonly heat: number | undefined;
  readonly metric: HeatMetric;
}): React.ReactElement {
  const { node, mark, metric } = props;
  return (
    <article className={`tile tile-${mark}`} aria-label={node.address}>
      <button type="button" className="plain tile-head" onClick={() => openNode(node.key)}>
        <NodeState mark={mark} text={stateWord(node, mark)} />
        <strong className="cut">{node.address}</strong>
      </button>
      <dl className="tile-facts">
        <dt>{t(`heat.${metric.name}`)}</dt>
        <dd>
          <svg
            className="tile-heat"
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect width={(props.heat ?? 0) * 100} height="6" fill="currentColor" />
          </svg>
          <Figure
            fact={metric.of(node)}
            format={metric.format}
            label={`${node.address} · ${t(`heat.${metric.name}`)}`}
          />
        </dd>
        {metric.name !== "load" && (
          <>
            <dt>{t("heat.load")}</dt>
            <dd>
              <Figure
                fact={node.load}
                format={formatBytes}
                label={`${node.address} · ${t("heat.load")}`}
              />
            </dd>
          </>
        )}
        {metric.name !== "cpu" && (
          <>
            <dt>{t("heat.cpu")}</dt>
            <dd>
              <Figure
                fact={mapFact(node.cpu, (cpu) => cpu.busyShare)}
                format={formatShare}
                label={`${node.address} · ${t("heat.cpu")}`}
              />
            </dd>
          </>
        )}
      </dl>
    </article>
  );
}

const HeatCell = memo(function HeatCell(props: {
  readonly nodeKey: string;
  readonly label: string;
  readonly mark: Mark;
  readonly heat: number | undefined;
}): React.ReactElement {
  return (
    <button
      type="button"
      className="plain heat-cell"
      title={props.label}
      aria-label={props.label}
      onClick={() => openNode(props.nodeKey)}
    >
      {props.mark === "up" && props.heat !== undefined ? (
        <svg width="22" height="22" aria-hidden="true">
          <rect width="22" height="22" rx="2" fill={heatColour(props.heat)} />
        </svg>
      ) : (
        <MarkShape mark={props.mark === "up" ? "unknown" : props.mark} size={16} />
      )}
    </button>
  );
});

function Rack(props: {
  readonly view: ClusterView;
  readonly dc: string;
  readonly rack: RackGroup;
  readonly heat: ReadonlyMap<string, number>;
  readonly metric: HeatMetric;
  readonly tiles: boolean;
}): React.ReactElement {
  const marks = marksOf(props.view);
  const text = (node: NodeView): string => {
    const fact = props.metric.of(node);
    return isUnknown(fact) ? `– (${fact.unknown})` : props.metric.format(fact.value);
  };
  return (
    <section
      className="rack"
      aria-label={`${props.dc} / ${props.rack.rack ?? t("common.unknownRack")}`}
    >
      <h3>
        {props.rack.rack ?? t("common.unknownRack")}{" "}
        <span className="muted">{props.rack.nodes.length}</span>
      </h3>
      <div className={props.tiles ? "tiles" : "heat-cells"}>
        {props.rack.nodes.map((node) => {
          const mark = marks.get(node.key) ?? "unknown";
          const heat = props.heat.get(node.key);
          return props.tiles ? (
            <Tile key={node.key} node={node} mark={mark} heat={heat} metric={props.metric} />
          ) : (
            <HeatCell
              key={node.key}
              nodeKey={node.key}
              mark={mark}
              heat={heat}
              label={`${node.address} · ${t(`mark.${mark}`)} · ${t(`heat.${props.metric.name}`)} ${text(node)}`}
            />
          );
        })}
      </div>
    </section>
  );
}

function HeatLegend(props: {
  readonly metric: HeatMetric;
  readonly view: ClusterView;
}): React.ReactElement {
  const largest = Math.max(
    0,
    ...props.view.nodes.map((node) => valueOf(props.metric.of(node)) ?? 0),
  );
  return (
    <span className="row muted">
      0
      <svg width="120" height="10" aria-hidden="true">
        {Array.from({ length: 24 }, (_, i) => (
          <rect key={i} x={i * 5} width="5" height="10" fill={heatColour(i / 23)} />
        ))}
      </svg>
      {props.metric.format(props.metric.isShare ? 1 : largest)}
    </span>
  );
}

export function MapTab(props: { readonly view: ClusterView }): React.ReactElement {
  const { view } = props;
  const [name, setName] = useState<HeatName>("load");
  const metric = heatMetric(name);
  const heat = useMemo(() => heatOf(view.nodes, heatMetric(name)), [view, name]);
  const tiles = view.nodes.length <= tileLimit;
  return (
    <div className="stack">
      <div className="row-wrap">
        <label className="row">
          {t("topology.colourBy")}
          <HTMLSelect
            value={name}
            options={heatNames.map((value) => ({ value, label: t(`heat.${value}`) }))}
            onChange={(event) =>
              setName(heatNames.find((each) => each === event.currentTarget.value) ?? "load")
            }
          />
        </label>
        {!tiles && <HeatLegend metric={metric} view={view} />}
        {view.ghosts.length > 0 && (
          <span className="tone-warning">
            {t("topology.ghosts", {
              count: view.ghosts.length,
              list: view.ghosts
                .slice(0, 3)
                .map((ghost) => ghost.address)
                .join(", "),
            })}
          </span>
        )}
      </div>
      <div className="dcs">
        {groupNodes(view).map((group) => (
          <section
            key={group.dc ?? ""}
            className="panel dc"
            aria-label={group.dc ?? t("common.unknownDc")}
          >
            <div className="panel-head">
              <h2 className="grow">{group.dc ?? t("common.unknownDc")}</h2>
              <span className="muted">{t("title.nodes", { count: group.nodeCount })}</span>
            </div>
            <div className="racks">
              {group.racks.map((rack) => (
                <Rack
                  key={rack.rack ?? ""}
                  view={view}
                  dc={group.dc ?? t("common.unknownDc")}
                  rack={rack}
                  heat={heat}
                  metric={metric}
                  tiles={tiles}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
