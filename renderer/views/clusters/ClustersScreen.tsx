/** All clusters Ringdrill knows: the unfinished first, the practice cluster always, and the form for a new one. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import type { ProfileRow } from "../../../shared/contract/contract.ts";
import { useHost } from "../../app/host-context.ts";
import { go } from "../../app/navigation.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { FirstStart } from "./FirstStart.tsx";
import { PracticeCard } from "./PracticeCard.tsx";
import { ProfileCard } from "./ProfileCard.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { newProfile } from "./profile-draft.ts";
import "./clusters.css";

const listMs = 5_000;

function List(props: {
  readonly rows: readonly ProfileRow[];
  readonly problems: readonly string[];
}): React.ReactElement {
  const practice = props.rows.find((row) => row.practice);
  const own = props.rows
    .filter((row) => !row.practice)
    .toSorted(
      (a, b) => b.unfinished - a.unfinished || a.profile.name.localeCompare(b.profile.name),
    );
  const urgent = own.filter((row) => row.unfinished > 0);
  const rest = own.filter((row) => row.unfinished === 0);
  return (
    <>
      <header className="screen-head">
        <h1 className="grow">{t("clusters.title")}</h1>
        <Button
          intent={own.length === 0 ? "none" : "primary"}
          text={t("clusters.new")}
          onClick={() => go("clusters", ["new"])}
        />
      </header>
      {props.problems.map((problem) => (
        <div key={problem} className="strip" role="alert">
          {problem}
        </div>
      ))}
      <div className="cards">
        {urgent.map((row) => (
          <ProfileCard key={row.profile.name} row={row} />
        ))}
        <PracticeCard row={practice} />
        {rest.map((row) => (
          <ProfileCard key={row.profile.name} row={row} />
        ))}
      </div>
      {own.length === 0 && <FirstStart />}
    </>
  );
}

/** `#/clusters`, `#/clusters/new`, `#/clusters/edit/NAME`. */
export function ClustersScreen(props: { readonly path: readonly string[] }): React.ReactElement {
  const { queries } = useHost();
  const list = useQuery(queries.profiles.list.queryOptions({ refetchInterval: listMs }));
  const [mode, name] = props.path;
  let content: React.ReactNode;
  if (mode === "new") content = <ProfileForm key="new" start={newProfile()} replaces={undefined} />;
  else if (list.isError && list.data === undefined) {
    content = (
      <ErrorNote
        error={hostError(list.error)}
        title={t("clusters.failed")}
        onRetry={() => void list.refetch()}
      />
    );
  } else if (list.data === undefined) content = <p className="muted">{t("clusters.loading")}</p>;
  else if (mode === "edit") {
    const row = list.data.rows.find((each) => each.profile.name === name && !each.practice);
    content =
      row === undefined ? (
        <p>{t("clusters.noSuch", { name: name ?? "" })}</p>
      ) : (
        <ProfileForm key={row.profile.name} start={row.profile} replaces={row.profile.name} />
      );
  } else content = <List rows={list.data.rows} problems={list.data.problems} />;
  return <div className="screen">{content}</div>;
}
