/** How a node's Cassandra is started and stopped: what drills use to bring it back. */
import { FormGroup, HTMLSelect } from "@blueprintjs/core";
import type { Profile, ServiceControl } from "../../../shared/contract/profile.ts";
import { t } from "../../i18n/i18n.ts";
import { TextField } from "./Field.tsx";
import type { FieldsProps } from "./ProfileForm.tsx";

const kinds = ["systemd", "init", "scripts", "none"] as const;

function startOf(kind: ServiceControl["kind"]): ServiceControl {
  switch (kind) {
    case "systemd":
      return { kind, unit: "cassandra" };
    case "init":
      return { kind, name: "cassandra" };
    case "scripts":
      return { kind, start: "/", stop: "/", status: "/" };
    case "none":
      return { kind };
  }
}

export function ServiceFields(props: FieldsProps): React.ReactElement {
  const { profile, change, problemOf } = props;
  const { service } = profile;
  const set = (next: ServiceControl): void => change({ ...profile, service: next });
  const setState = (text: string): void => {
    const { stateFolder: _before, ...rest } = profile;
    change((text === "" ? rest : { ...rest, stateFolder: text }) as Profile);
  };
  return (
    <fieldset>
      <legend>{t("profile.service")}</legend>
      <FormGroup
        label={t("profile.serviceKind")}
        labelFor="service-kind"
        helperText={t("profile.serviceHelp")}
      >
        <HTMLSelect
          id="service-kind"
          fill
          value={service.kind}
          options={kinds.map((value) => ({ value, label: t(`profile.serviceOf.${value}`) }))}
          onChange={(event) =>
            set(startOf(kinds.find((kind) => kind === event.currentTarget.value) ?? "none"))
          }
        />
      </FormGroup>
      {service.kind === "systemd" && (
        <TextField
          label={t("profile.unit")}
          value={service.unit}
          problem={problemOf("service.unit")}
          onChange={(unit) => set({ ...service, unit })}
        />
      )}
      {service.kind === "init" && (
        <TextField
          label={t("profile.initName")}
          value={service.name}
          problem={problemOf("service.name")}
          onChange={(name) => set({ ...service, name })}
        />
      )}
      {service.kind === "scripts" &&
        (["start", "stop", "status"] as const).map((verb) => (
          <TextField
            key={verb}
            label={t(`profile.script.${verb}`)}
            value={service[verb]}
            problem={problemOf(`service.${verb}`)}
            onChange={(text) => set({ ...service, [verb]: text })}
          />
        ))}
      {service.kind !== "none" && (
        <TextField
          label={t("profile.stateFolder")}
          help={t("profile.stateFolderHelp")}
          value={profile.stateFolder ?? ""}
          problem={problemOf("stateFolder")}
          onChange={setState}
        />
      )}
    </fieldset>
  );
}
