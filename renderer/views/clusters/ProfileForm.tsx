/** A profile on one page: where the cluster is, how to log in, how its process is controlled, how dangerous it is. */
import { Button } from "@blueprintjs/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Profile, Secrets } from "../../../shared/contract/profile.ts";
import { useHost } from "../../app/host-context.ts";
import { useKeys } from "../../app/key-map.ts";
import { go } from "../../app/navigation.ts";
import { hostError, type HostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { ConnectionTest } from "./ConnectionTest.tsx";
import { CqlFields, LabelFields } from "./CqlFields.tsx";
import { ServiceFields } from "./ServiceFields.tsx";
import { SshFields } from "./SshFields.tsx";

/** What the host said about a field: problems that begin with its path. */
export type ProblemOf = (path: string) => string | undefined;

export interface FieldsProps {
  readonly profile: Profile;
  readonly change: (next: Profile) => void;
  readonly problemOf: ProblemOf;
}

function problemFinder(error: HostError | undefined): ProblemOf {
  return (path) => {
    const found = error?.details.find(
      (detail) => detail.startsWith(`${path}:`) || detail.startsWith(`profile.${path}:`),
    );
    return found?.slice(found.indexOf(":") + 1).trim();
  };
}

export function ProfileForm(props: {
  readonly start: Profile;
  readonly replaces: string | undefined;
}): React.ReactElement {
  const { client, queries } = useHost();
  const cache = useQueryClient();
  const [profile, change] = useState(props.start);
  const [secrets, setSecrets] = useState<Secrets>({});
  const [error, setError] = useState<HostError>();
  const [saving, setSaving] = useState(false);
  useKeys({ Escape: () => go("clusters") });
  const save = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    setSaving(true);
    setError(undefined);
    client.profiles
      .save({ profile, ...(props.replaces === undefined ? {} : { replaces: props.replaces }) })
      .then(async () => {
        await cache.invalidateQueries({ queryKey: queries.profiles.key() });
        go("clusters");
      })
      .catch((problem: unknown) => setError(hostError(problem)))
      .finally(() => setSaving(false));
  };
  const fields: FieldsProps = { profile, change, problemOf: problemFinder(error) };
  return (
    <form className="stack" onSubmit={save}>
      <header className="screen-head">
        <h1 className="grow">
          {props.replaces === undefined
            ? t("profile.newTitle")
            : t("profile.editTitle", { name: props.replaces })}
        </h1>
        <Button text={t("common.cancel")} onClick={() => go("clusters")} />
        <Button
          type="submit"
          intent="primary"
          text={saving ? t("profile.saving") : t("profile.save")}
          disabled={saving}
        />
      </header>
      {error !== undefined && <ErrorNote error={error} title={t("profile.notSaved")} />}
      <div className="profile-form">
        <CqlFields {...fields} secrets={secrets} setSecrets={setSecrets} />
        <SshFields {...fields} secrets={secrets} setSecrets={setSecrets} />
        <div className="stack">
          <LabelFields {...fields} />
          <ServiceFields {...fields} />
        </div>
      </div>
      <p className="muted">{t("profile.noSecrets")}</p>
      <ConnectionTest profile={profile} secrets={secrets} onInvalid={setError} />
    </form>
  );
}
