/** How Ringdrill reaches the hosts themselves. Without it there are no host figures and no drills. */
import { Checkbox, FormGroup, HTMLSelect } from "@blueprintjs/core";
import { useState } from "react";
import type { SshSettings } from "../../../shared/contract/profile.ts";
import { t } from "../../i18n/i18n.ts";
import type { SecretFieldsProps } from "./CqlFields.tsx";
import { PortField, TextField } from "./Field.tsx";
import { newProfile, readJumpHosts, writeJumpHosts } from "./profile-draft.ts";

const kinds = ["agent", "key", "password"] as const;

function AuthFields(
  props: SecretFieldsProps & {
    readonly ssh: SshSettings;
    readonly set: (next: SshSettings) => void;
  },
): React.ReactElement {
  const { ssh, set, secrets, setSecrets } = props;
  return (
    <>
      <FormGroup label={t("profile.sshAuth")} labelFor="ssh-auth">
        <HTMLSelect
          id="ssh-auth"
          fill
          value={ssh.auth.kind}
          options={kinds.map((value) => ({ value, label: t(`profile.auth.${value}`) }))}
          onChange={(event) => {
            const kind = kinds.find((each) => each === event.currentTarget.value) ?? "agent";
            set({ ...ssh, auth: kind === "key" ? { kind, file: "~/.ssh/id_ed25519" } : { kind } });
          }}
        />
      </FormGroup>
      {ssh.auth.kind === "key" && (
        <>
          <TextField
            label={t("profile.keyFile")}
            value={ssh.auth.file}
            problem={props.problemOf("ssh.auth.file")}
            onChange={(file) => set({ ...ssh, auth: { kind: "key", file } })}
          />
          <TextField
            type="password"
            label={t("profile.passphrase")}
            help={t("profile.secretHelp")}
            value={secrets.sshPassphrase ?? ""}
            onChange={(sshPassphrase) => setSecrets({ ...secrets, sshPassphrase })}
          />
        </>
      )}
      {ssh.auth.kind === "password" && (
        <TextField
          type="password"
          label={t("profile.sshPassword")}
          help={t("profile.secretHelp")}
          value={secrets.sshPassword ?? ""}
          onChange={(sshPassword) => setSecrets({ ...secrets, sshPassword })}
        />
      )}
    </>
  );
}

export function SshFields(props: SecretFieldsProps): React.ReactElement {
  const { profile, change, problemOf } = props;
  const { ssh } = profile;
  const [jump, setJump] = useState(writeJumpHosts(ssh?.jump ?? []));
  const [knownHosts, setKnownHosts] = useState((ssh?.knownHosts ?? []).join(", "));
  const set = (next: SshSettings): void => change({ ...profile, ssh: next });
  return (
    <fieldset>
      <legend>{t("profile.hosts")}</legend>
      <Checkbox
        checked={ssh !== null}
        label={t("profile.useSsh")}
        onChange={(event) =>
          change({ ...profile, ssh: event.currentTarget.checked ? newProfile().ssh : null })
        }
      />
      {ssh === null ? (
        <p className="muted">{t("profile.withoutSsh")}</p>
      ) : (
        <>
          <div className="field-pair">
            <TextField
              label={t("profile.sshUser")}
              value={ssh.user}
              problem={problemOf("ssh.user")}
              onChange={(user) => set({ ...ssh, user })}
            />
            <PortField
              label={t("profile.sshPort")}
              value={ssh.port}
              problem={problemOf("ssh.port")}
              onChange={(port) => set({ ...ssh, port })}
            />
          </div>
          <AuthFields {...props} ssh={ssh} set={set} />
          <TextField
            label={t("profile.jump")}
            placeholder="ops@bastion:22"
            help={t("profile.jumpHelp")}
            value={jump}
            problem={problemOf("ssh.jump")}
            onChange={(text) => {
              setJump(text);
              set({ ...ssh, jump: readJumpHosts(text) });
            }}
          />
          <TextField
            label={t("profile.knownHosts")}
            help={t("profile.knownHostsHelp")}
            value={knownHosts}
            problem={problemOf("ssh.knownHosts")}
            onChange={(text) => {
              setKnownHosts(text);
              set({
                ...ssh,
                knownHosts: text
                  .split(",")
                  .map((part) => part.trim())
                  .filter((part) => part !== ""),
              });
            }}
          />
        </>
      )}
    </fieldset>
  );
}
