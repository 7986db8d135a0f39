/** Where the cluster is and how to log in over CQL; what it is called and how dangerous it is. */
import { Checkbox, FormGroup, HTMLSelect, TextArea } from "@blueprintjs/core";
import { useState } from "react";
import type { Profile, Secrets } from "../../../shared/contract/profile.ts";
import { t } from "../../i18n/i18n.ts";
import { PortField, TextField } from "./Field.tsx";
import { profileColours, splitAddresses } from "./profile-draft.ts";
import type { FieldsProps } from "./ProfileForm.tsx";

export interface SecretFieldsProps extends FieldsProps {
  readonly secrets: Secrets;
  readonly setSecrets: (next: Secrets) => void;
}

function TlsFields(props: FieldsProps): React.ReactElement {
  const { profile, change } = props;
  const { tls } = profile.cql;
  const set = (next: Profile["cql"]["tls"]): void =>
    change({ ...profile, cql: { ...profile.cql, tls: next } });
  return (
    <>
      <Checkbox
        checked={tls !== false}
        label={t("profile.tls")}
        onChange={(event) => set(event.currentTarget.checked ? {} : false)}
      />
      {tls === false ? (
        <p className="tone-warning">{t("profile.plainWarning")}</p>
      ) : (
        <TextField
          label={t("profile.caFile")}
          help={t("profile.caFileHelp")}
          value={tls.caFile ?? ""}
          problem={props.problemOf("cql.tls.caFile")}
          onChange={(caFile) =>
            set({
              ...tls,
              ...(caFile === "" ? { caFile: undefined } : { caFile }),
            } as Profile["cql"]["tls"])
          }
        />
      )}
    </>
  );
}

export function CqlFields(props: SecretFieldsProps): React.ReactElement {
  const { profile, change, problemOf, secrets, setSecrets } = props;
  const [points, setPoints] = useState(profile.contactPoints.join(", "));
  const { user, ...cql } = profile.cql;
  return (
    <fieldset>
      <legend>{t("profile.cluster")}</legend>
      <FormGroup
        label={t("profile.contactPoints")}
        labelFor="contact-points"
        intent={problemOf("contactPoints") === undefined ? "none" : "danger"}
        helperText={problemOf("contactPoints") ?? t("profile.contactPointsHelp")}
      >
        <TextArea
          id="contact-points"
          fill
          autoFocus
          rows={2}
          value={points}
          placeholder="10.0.0.1, 10.0.0.2"
          onChange={(event) => {
            setPoints(event.currentTarget.value);
            change({ ...profile, contactPoints: splitAddresses(event.currentTarget.value) });
          }}
        />
      </FormGroup>
      <div className="field-pair">
        <TextField
          label={t("profile.cqlUser")}
          value={user ?? ""}
          problem={problemOf("cql.user")}
          onChange={(next) =>
            change({ ...profile, cql: next === "" ? cql : { ...cql, user: next } })
          }
        />
        <PortField
          label={t("profile.cqlPort")}
          value={cql.port}
          problem={problemOf("cql.port")}
          onChange={(port) => change({ ...profile, cql: { ...profile.cql, port } })}
        />
      </div>
      <TextField
        type="password"
        label={t("profile.cqlPassword")}
        help={t("profile.secretHelp")}
        value={secrets.cqlPassword ?? ""}
        onChange={(cqlPassword) => setSecrets({ ...secrets, cqlPassword })}
      />
      <TlsFields {...props} />
    </fieldset>
  );
}

const environmentNames = ["production", "staging", "lab"] as const;

export function LabelFields(props: FieldsProps): React.ReactElement {
  const { profile, change, problemOf } = props;
  return (
    <fieldset>
      <legend>{t("profile.label")}</legend>
      <TextField
        label={t("profile.name")}
        value={profile.name}
        problem={problemOf("name")}
        onChange={(name) => change({ ...profile, name })}
      />
      <FormGroup
        label={t("profile.environment")}
        labelFor="environment"
        helperText={t("profile.environmentHelp")}
      >
        <HTMLSelect
          id="environment"
          fill
          value={profile.environment ?? ""}
          options={[
            { value: "", label: t("profile.environmentNone") },
            ...environmentNames.map((value) => ({ value, label: t(`environment.${value}`) })),
          ]}
          onChange={(event) => {
            const value = event.currentTarget.value;
            change({
              ...profile,
              environment: environmentNames.find((name) => name === value) ?? null,
            });
          }}
        />
      </FormGroup>
      <div className="bp6-form-group" role="radiogroup" aria-label={t("profile.colour")}>
        <span className="bp6-label">{t("profile.colour")}</span>
        <div className="swatches">
          {profileColours.map((colour, index) => (
            <label key={colour}>
              <input
                type="radio"
                name="colour"
                checked={profile.colour === colour}
                aria-label={t("profile.colourNumber", { number: index + 1 })}
                onChange={() => change({ ...profile, colour })}
              />
              <svg width="24" height="24" aria-hidden="true">
                <rect width="24" height="24" rx="4" fill={colour} />
              </svg>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
