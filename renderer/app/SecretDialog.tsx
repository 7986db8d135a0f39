/** Asks for the password that a cluster needs. It stays in memory, or goes to the OS keychain when asked to. */
import {
  Button,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
} from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useStore } from "../host/store.ts";
import { t } from "../i18n/i18n.ts";
import type { HostError } from "../host/host-error.ts";
import { useHost } from "./host-context.ts";
import { go, routeStore } from "./navigation.ts";
import { useClusterSession, useSessionState } from "./session-context.tsx";

function Ask(props: {
  readonly problem: HostError;
  readonly secret: NonNullable<HostError["secret"]>;
}): React.ReactElement {
  const { client, queries } = useHost();
  const session = useClusterSession();
  const profile = useStore(routeStore, (route) => route.profile) ?? "";
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Infinity }));
  const [text, setText] = useState("");
  const [keep, setKeep] = useState(false);
  const [notKept, setNotKept] = useState<string>();
  const submit = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    const secrets = { [props.secret.which]: text };
    if (keep) {
      client.profiles
        .keepSecrets({ name: profile, secrets })
        .catch((error: unknown) => setNotKept(String(error)));
    }
    session?.retry(secrets);
  };
  return (
    <Dialog
      isOpen
      title={t("secret.title", { profile })}
      onClose={() => go("clusters")}
      transitionDuration={0}
      canOutsideClickClose={false}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <FormGroup
            label={props.secret.question}
            labelFor="secret-text"
            helperText={t("secret.where")}
          >
            <InputGroup
              id="secret-text"
              type="password"
              autoFocus
              autoComplete="off"
              value={text}
              onValueChange={setText}
            />
          </FormGroup>
          {info.data?.canKeepSecrets === true && (
            <Checkbox
              checked={keep}
              label={t("secret.keep")}
              onChange={(event) => setKeep(event.currentTarget.checked)}
            />
          )}
          {notKept !== undefined && <p className="tone-warning">{notKept}</p>}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t("common.cancel")} onClick={() => go("clusters")} />
              <Button type="submit" intent="primary" text={t("secret.go")} disabled={text === ""} />
            </>
          }
        />
      </form>
    </Dialog>
  );
}

/** Nothing unless the opened cluster waits for a secret. */
export function SecretDialog(): React.ReactElement | null {
  const phase = useSessionState((state) => state?.phase);
  const problem = useSessionState((state) => state?.problem);
  if (phase !== "needs secret" || problem?.secret === undefined) return null;
  return (
    <Ask key={problem.secret.which + problem.message} problem={problem} secret={problem.secret} />
  );
}
