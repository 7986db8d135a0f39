/** The practice cluster: start, stop, reset; what it needs, what it costs, how far it is. */
import { Button, Checkbox, HTMLSelect } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProfileRow } from "../../../shared/contract/contract.ts";
import type { PracticeOptions, PracticeStatus } from "../../../shared/contract/practice.ts";
import { useHost } from "../../app/host-context.ts";
import { go } from "../../app/navigation.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { PracticeNodes } from "./PracticeNodes.tsx";
import { StartProgress } from "./StartProgress.tsx";
import { usePracticeUp } from "./use-practice-up.ts";
import { CardHead } from "./ProfileCard.tsx";

const statusMs = 2_000;

function StartForm(props: {
  readonly status: PracticeStatus;
  readonly onStart: (options: PracticeOptions) => void;
}): React.ReactElement {
  const [nodes, setNodes] = useState(3);
  const [cassandra, setCassandra] = useState<"5.0" | "4.1" | "4.0">("5.0");
  const [simulated, setSimulated] = useState(props.status.impossible !== null);
  const fresh = props.status.state === "none";
  return (
    <div className="row-wrap">
      {fresh && (
        <>
          <HTMLSelect
            aria-label={t("practice.nodes")}
            value={nodes}
            options={[1, 2, 3, 4, 5, 6].map((value) => ({
              value,
              label: t("title.nodes", { count: value }),
            }))}
            onChange={(event) => setNodes(Number(event.currentTarget.value))}
          />
          <HTMLSelect
            aria-label={t("practice.version")}
            value={cassandra}
            options={["5.0", "4.1", "4.0"].map((value) => ({ value, label: `Cassandra ${value}` }))}
            onChange={(event) => setCassandra(event.currentTarget.value as "5.0" | "4.1" | "4.0")}
          />
          <Checkbox
            className="inline-check"
            checked={simulated}
            disabled={props.status.impossible !== null}
            label={t("practice.simulated")}
            onChange={(event) => setSimulated(event.currentTarget.checked)}
          />
        </>
      )}
      <Button
        intent="primary"
        text={t("practice.start")}
        onClick={() =>
          props.onStart(fresh ? { nodes, cassandra, ...(simulated ? { simulated } : {}) } : {})
        }
      />
      {fresh && !simulated && (
        <span className="muted">
          {t("practice.cost", { count: nodes, gib: ((nodes * 720) / 1024).toFixed(1) })}
        </span>
      )}
    </div>
  );
}

function Actions(props: {
  readonly status: PracticeStatus;
  readonly name: string;
  readonly after: () => void;
  readonly onStart: (options: PracticeOptions) => void;
}): React.ReactElement {
  const { client } = useHost();
  const { status } = props;
  const [doing, setDoing] = useState<"down" | "reset">();
  const [sure, setSure] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const run = (what: "down" | "reset"): void => {
    setDoing(what);
    setSure(false);
    setProblem(undefined);
    client.practice[what]()
      .catch(setProblem)
      .finally(() => {
        setDoing(undefined);
        props.after();
      });
  };
  const running = status.state === "running" || status.state === "partly running";
  return (
    <>
      {problem !== undefined && (
        <ErrorNote error={hostError(problem)} title={t("practice.failed")} />
      )}
      {!running && status.state !== "starting" && (
        <StartForm key={status.state} status={status} onStart={props.onStart} />
      )}
      <div className="row-wrap card-foot" hidden={status.state === "none"}>
        {running && (
          <Button
            intent="primary"
            text={t("clusters.look")}
            onClick={() => go("overview", [], props.name)}
          />
        )}
        {status.state === "partly running" && (
          <Button text={t("practice.startRest")} onClick={() => props.onStart({})} />
        )}
        {running && (
          <Button
            text={doing === "down" ? t("practice.stopping") : t("practice.stop")}
            disabled={doing !== undefined}
            onClick={() => run("down")}
          />
        )}
        <span className="grow" />
        {status.state !== "none" &&
          (sure ? (
            <>
              <Button intent="danger" text={t("practice.resetSure")} onClick={() => run("reset")} />
              <Button variant="minimal" text={t("common.cancel")} onClick={() => setSure(false)} />
            </>
          ) : (
            <Button
              variant="minimal"
              text={doing === "reset" ? t("practice.resetting") : t("practice.reset")}
              disabled={doing !== undefined}
              onClick={() => setSure(true)}
            />
          ))}
      </div>
    </>
  );
}

export function PracticeCard(props: { readonly row: ProfileRow | undefined }): React.ReactElement {
  const { queries } = useHost();
  const status = useQuery(queries.practice.status.queryOptions({ refetchInterval: statusMs }));
  const up = usePracticeUp(() => void status.refetch());
  const name = props.row?.profile.name ?? "practice";
  const simulated = status.data?.simulated === true && status.data.state !== "none";
  return (
    <article className="panel card" aria-label={t("practice.title")}>
      {props.row === undefined ? (
        <h2>{t("practice.title")}</h2>
      ) : (
        <CardHead row={props.row}>
          {simulated && <span className="simulated-word">{t("title.simulated")}</span>}
        </CardHead>
      )}
      <p>{t("practice.text")}</p>
      {status.isError && (
        <ErrorNote
          error={hostError(status.error)}
          title={t("practice.noStatus")}
          onRetry={() => void status.refetch()}
        />
      )}
      {status.data !== undefined && (
        <>
          {status.data.impossible !== null && (
            <p className="strip">{t("practice.impossible", { why: status.data.impossible })}</p>
          )}
          {up.problem !== undefined && (
            <ErrorNote error={up.problem} title={t("practice.startFailed")} />
          )}
          {status.data.nodes.length > 0 && <PracticeNodes status={status.data} />}
          {up.running ? (
            <StartProgress progress={up.progress} onStop={up.stop} />
          ) : (
            <Actions
              status={status.data}
              name={name}
              after={() => void status.refetch()}
              onStart={up.start}
            />
          )}
        </>
      )}
    </article>
  );
}
