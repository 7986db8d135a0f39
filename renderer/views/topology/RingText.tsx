/** Beside the ring in words: the range that is pointed at, and what a level still reaches. */
import { useMemo } from "react";
import type { TokenRing } from "../../../shared/cluster/token-ring.ts";
import { availabilityOf } from "../../../shared/consistency/availability.ts";
import type { Level } from "../../../shared/consistency/levels.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { valueOf } from "../../../shared/facts/fact.ts";
import { openNode } from "../../app/navigation.ts";
import { t } from "../../i18n/i18n.ts";
import type { useChosenKeyspace } from "../../ui/chosen-keyspace.ts";
import { formatShare } from "../../ui/format.ts";
import { marksOf } from "../../ui/node-mark.ts";
import { NodeState } from "../../ui/NodeState.tsx";
import { replicasOfRing, replicationOf } from "../../ui/ring-of-view.ts";
import { stateWord } from "../../ui/state-word.ts";

type Keyspace = NonNullable<ReturnType<typeof useChosenKeyspace>>;

/** Tokens, share and replicas of one range. */
export function RangeText(props: {
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
                  text={node === undefined ? "?" : stateWord(node, marks.get(key) ?? "unknown")}
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

/** How much of the keyspace a level reaches with the nodes that are down now. */
export function Reachable(props: {
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
