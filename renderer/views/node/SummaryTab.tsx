/** Who the node is, how it is reached, and what it is doing. */
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { mapFact, type Fact } from "../../../shared/facts/fact.ts";
import { ReachText } from "../../app/FirstLook.tsx";
import { t } from "../../i18n/i18n.ts";
import { useChosenKeyspace } from "../../ui/chosen-keyspace.ts";
import { Figure } from "../../ui/Figure.tsx";
import {
  formatByteRate,
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatRate,
  formatShare,
} from "../../ui/format.ts";

const same = (text: string): string => text;

/** A row of a fact list: its name and the figure, the reason said beside the dash. */
export function FactRow<T>(props: {
  readonly node: NodeView;
  readonly name: string;
  readonly fact: Fact<T>;
  readonly format: (value: T) => string;
  readonly mono?: boolean;
}): React.ReactElement {
  return (
    <>
      <dt>{props.name}</dt>
      <dd className={props.mono === true ? "mono" : ""}>
        <Figure
          sayWhy
          fact={props.fact}
          format={props.format}
          label={`${props.node.address} · ${props.name}`}
        />
      </dd>
    </>
  );
}

type Latency = Extract<NodeView["readLatency"], { value: unknown }>["value"];

function latencyText(value: Latency): string {
  const figures = {
    p50: formatDuration(value.p50Ms),
    p99: formatDuration(value.p99Ms),
    max: formatDuration(value.maxMs),
  };
  return value.ratePerSecond === undefined
    ? t("node.latency", figures)
    : t("node.latencyRate", { ...figures, rate: formatRate(value.ratePerSecond) });
}

function HostFacts(props: { readonly node: NodeView }): React.ReactElement {
  const { node } = props;
  return (
    <section>
      <h3>{t("node.host")}</h3>
      <dl className="facts">
        <FactRow
          node={node}
          name={t("node.cpu")}
          fact={node.cpu}
          format={(cpu) => t("node.cores", { share: formatShare(cpu.busyShare), cores: cpu.cores })}
        />
        <FactRow
          node={node}
          name={t("node.ioWait")}
          fact={mapFact(node.cpu, (cpu) => cpu.ioWaitShare)}
          format={formatShare}
        />
        <FactRow
          node={node}
          name={t("node.steal")}
          fact={mapFact(node.cpu, (cpu) => cpu.stealShare)}
          format={formatShare}
        />
        <FactRow
          node={node}
          name={t("node.loadAverage")}
          fact={node.loadAverage}
          format={(value) => [value.one, value.five, value.fifteen].map(formatNumber).join(" · ")}
        />
        <FactRow
          node={node}
          name={t("node.memory")}
          fact={node.memory}
          format={(memory) =>
            t("node.ofTotal", {
              value: formatBytes(memory.availableBytes),
              total: formatBytes(memory.totalBytes),
            })
          }
        />
        <FactRow
          node={node}
          name={t("node.network")}
          fact={node.network}
          format={(value) =>
            `${formatByteRate(value.receiveBytesPerSecond)} / ${formatByteRate(value.sendBytesPerSecond)}`
          }
        />
        <FactRow
          node={node}
          name={t("node.diskIo")}
          fact={node.diskIo}
          format={(value) =>
            `${formatByteRate(value.readBytesPerSecond)} / ${formatByteRate(value.writeBytesPerSecond)}`
          }
        />
        <FactRow
          node={node}
          name={t("node.diskBusy")}
          fact={mapFact(node.diskIo, (value) => value.busyShare)}
          format={formatShare}
        />
      </dl>
    </section>
  );
}

function RequestFacts(props: { readonly node: NodeView }): React.ReactElement {
  const { node } = props;
  return (
    <section>
      <h3>{t("node.requests")}</h3>
      <dl className="facts">
        <FactRow
          node={node}
          name={t("node.readLatency")}
          fact={node.readLatency}
          format={latencyText}
        />
        <FactRow
          node={node}
          name={t("node.writeLatency")}
          fact={node.writeLatency}
          format={latencyText}
        />
        <FactRow
          node={node}
          name={t("node.pending")}
          fact={node.pendingCompactions}
          format={formatCount}
        />
        <FactRow
          node={node}
          name={t("node.dropped")}
          fact={mapFact(node.dropped, (list) => list.reduce((sum, each) => sum + each.count, 0))}
          format={formatCount}
        />
        <FactRow
          node={node}
          name={t("node.hints")}
          fact={node.hints}
          format={(hints) =>
            t("node.hintsText", {
              bytes: formatBytes(hints.bytes),
              files: formatCount(hints.files),
            })
          }
        />
      </dl>
    </section>
  );
}

export function SummaryTab(props: {
  readonly view: ClusterView;
  readonly node: NodeView;
}): React.ReactElement {
  const { node } = props;
  const keyspace = useChosenKeyspace(props.view)?.name;
  return (
    <>
      <section>
        <h3>{t("node.ways")}</h3>
        <dl className="facts">
          <dt>CQL</dt>
          <dd>
            <ReachText reach={node.reach.cql} />
          </dd>
          <dt>SSH</dt>
          <dd>
            <ReachText reach={node.reach.ssh} />
          </dd>
        </dl>
      </section>
      <section>
        <h3>{t("node.identity")}</h3>
        <dl className="facts">
          <FactRow mono node={node} name={t("node.hostId")} fact={node.hostId} format={same} />
          <FactRow node={node} name={t("node.release")} fact={node.release} format={same} />
          <FactRow node={node} name={t("node.jvm")} fact={node.jvm} format={same} />
          <FactRow
            node={node}
            name={t("node.uptime")}
            fact={node.processUptimeMs}
            format={formatDuration}
          />
          <FactRow
            node={node}
            name={t("node.clock")}
            fact={node.clockOffset}
            format={(clock) =>
              `${formatDuration(clock.offsetMs)} ± ${formatDuration(clock.uncertaintyMs)}`
            }
          />
          <FactRow
            node={node}
            name={t("node.seed")}
            fact={node.isSeed}
            format={(seed) => t(seed ? "node.yes" : "node.no")}
          />
          <FactRow
            node={node}
            name={t("node.tokens")}
            fact={mapFact(node.tokens, (tokens) => tokens.length)}
            format={formatCount}
          />
          <FactRow node={node} name={t("node.load")} fact={node.load} format={formatBytes} />
          {keyspace !== undefined && (
            <FactRow
              node={node}
              name={t("node.owns", { keyspace })}
              fact={mapFact(node.ownership, (shares) => shares[keyspace])}
              format={(share) => (share === undefined ? "–" : formatShare(share))}
            />
          )}
          <FactRow
            mono
            node={node}
            name={t("node.schema")}
            fact={node.schemaVersion}
            format={same}
          />
        </dl>
      </section>
      <RequestFacts node={node} />
      <HostFacts node={node} />
      <section>
        <h3>{t("node.settings")}</h3>
        <dl className="facts">
          <FactRow
            node={node}
            name={t("node.commitLog")}
            fact={node.commitLog}
            format={(log) =>
              [
                log.sync,
                log.periodMs === undefined ? "" : formatDuration(log.periodMs),
                log.compressed ? "compressed" : "",
                log.diskAccess ?? "",
              ]
                .filter(Boolean)
                .join(", ")
            }
          />
          <FactRow
            node={node}
            name={t("node.hintWindow")}
            fact={node.hintWindowMs}
            format={formatDuration}
          />
        </dl>
      </section>
    </>
  );
}
