/** One profile: which cluster, how it was when last seen, and what waits there. */
import { Button } from "@blueprintjs/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProfileRow } from "../../../shared/contract/contract.ts";
import { useHost } from "../../app/host-context.ts";
import { go } from "../../app/navigation.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { EnvironmentLabel } from "../../ui/EnvironmentLabel.tsx";
import { formatAge, formatDateTime } from "../../ui/format.ts";
import { useNow } from "../../ui/now.ts";

function LastLook(props: { readonly row: ProfileRow }): React.ReactElement {
  const now = useNow();
  const look = props.row.lastLook;
  if (look === null) return <p className="muted">{t("clusters.neverSeen")}</p>;
  return (
    <p title={formatDateTime(look.at)}>
      {look.text}{" "}
      <span className="muted nowrap">{t("figure.age", { age: formatAge(now - look.at) })}</span>
    </p>
  );
}

/** Colour, name, environment: the head of every card. */
export function CardHead(props: {
  readonly row: ProfileRow;
  readonly children?: React.ReactNode;
}): React.ReactElement {
  const { profile } = props.row;
  return (
    <div className="card-head">
      <svg width="10" height="20" aria-hidden="true">
        <rect width="10" height="20" rx="2" fill={profile.colour} />
      </svg>
      <h2 className="cut">{profile.name}</h2>
      <EnvironmentLabel environment={profile.environment} />
      {props.children}
      <span className="grow" />
      {props.row.open && <span className="tone-good nowrap">{t("clusters.open")}</span>}
    </div>
  );
}

function Unfinished(props: {
  readonly count: number;
  readonly profile: string;
}): React.ReactElement | null {
  if (props.count === 0) return null;
  return (
    <p className="card-urgent">
      <strong>{t("clusters.unfinished", { count: props.count })}</strong>{" "}
      <Button
        size="small"
        intent="warning"
        text={t("clusters.settle")}
        onClick={() => go("drills", [], props.profile)}
      />
    </p>
  );
}

export function ProfileCard(props: { readonly row: ProfileRow }): React.ReactElement {
  const { client, queries } = useHost();
  const cache = useQueryClient();
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { profile } = props.row;
  const forget = (): void => {
    client.profiles.remove({ name: profile.name }).then(
      () => void cache.invalidateQueries({ queryKey: queries.profiles.key() }),
      (error: unknown) => setProblem(hostError(error).message),
    );
  };
  const disconnect = (): void => {
    client.cluster.close({ profile: profile.name }).then(
      () => void cache.invalidateQueries({ queryKey: queries.profiles.key() }),
      (error: unknown) => setProblem(hostError(error).message),
    );
  };
  return (
    <article className="panel card" aria-label={profile.name}>
      <CardHead row={props.row} />
      <Unfinished count={props.row.unfinished} profile={profile.name} />
      <LastLook row={props.row} />
      <p className="muted cut" title={profile.contactPoints.join(", ")}>
        {profile.contactPoints.join(", ")} · CQL {profile.cql.port}
        {profile.cql.tls === false ? ` ${t("clusters.plain")}` : " TLS"} ·{" "}
        {profile.ssh === null ? t("clusters.noSsh") : `SSH ${profile.ssh.user}`}
      </p>
      {problem !== undefined && <p className="tone-critical">{problem}</p>}
      <div className="row-wrap card-foot">
        <Button
          intent="primary"
          text={props.row.open ? t("clusters.look") : t("clusters.connect")}
          onClick={() => go("overview", [], profile.name)}
        />
        {props.row.open && (
          <Button variant="minimal" text={t("clusters.disconnect")} onClick={disconnect} />
        )}
        <span className="grow" />
        <Button
          variant="minimal"
          text={t("clusters.edit")}
          onClick={() => go("clusters", ["edit", profile.name])}
        />
        {asked ? (
          <>
            <Button
              intent="danger"
              text={t("clusters.forgetSure", { name: profile.name })}
              onClick={forget}
            />
            <Button variant="minimal" text={t("common.cancel")} onClick={() => setAsked(false)} />
          </>
        ) : (
          <Button variant="minimal" text={t("clusters.forget")} onClick={() => setAsked(true)} />
        )}
      </div>
    </article>
  );
}
