/** An SSH host key that nobody vouched for yet: shown with its fingerprint, accepted once or not at all. */
import { Button, Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import { useEffect, useState } from "react";
import type { HostKeyAsk } from "../../shared/contract/contract.ts";
import { follow } from "../host/follow.ts";
import { hostError } from "../host/host-error.ts";
import { afterDraw, beforeRetry } from "../host/pace.ts";
import { t } from "../i18n/i18n.ts";
import { useHost } from "./host-context.ts";

/** Questions that wait, newest state from the host. */
function useHostKeyAsks(): readonly HostKeyAsk[] {
  const { client } = useHost();
  const [asks, setAsks] = useState<readonly HostKeyAsk[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      {
        ask: (after, signal) => client.hostKeys.next({ after }, { signal }),
        onValue: (state) => setAsks(state.asks),
        onError: () => "again",
        drawn: afterDraw,
        pause: beforeRetry,
      },
      stop.signal,
    );
    return () => stop.abort();
  }, [client]);
  return asks;
}

export function HostKeyDialog(): React.ReactElement | null {
  const { client } = useHost();
  const asks = useHostKeyAsks();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const open = asks.filter((ask) => !answered.has(ask.id));
  const ask = open[0];
  if (ask === undefined) return null;
  const answer = (accept: boolean): void => {
    setAnswered((before) => new Set(before).add(ask.id));
    client.hostKeys.answer({ id: ask.id, accept }).catch((error: unknown) => {
      setAnswered((before) => new Set([...before].filter((id) => id !== ask.id)));
      setProblem(hostError(error).message);
    });
  };
  return (
    <Dialog
      isOpen
      className="host-key-dialog"
      title={t("hostKey.title", { host: ask.host })}
      transitionDuration={0}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      onClose={() => answer(false)}
    >
      <DialogBody className="stack host-key">
        <p>{t("hostKey.text", { host: ask.host, port: ask.port })}</p>
        <dl className="facts">
          <dt>{t("hostKey.type")}</dt>
          <dd className="mono">{ask.keyType}</dd>
          <dt>{t("hostKey.fingerprint")}</dt>
          <dd className="mono">{ask.fingerprint}</dd>
        </dl>
        <p className="muted">{t("hostKey.check", { host: ask.host })}</p>
        <pre className="raw-text">{t("hostKey.command")}</pre>
        {open.length > 1 && (
          <p className="muted">{t("hostKey.more", { count: open.length - 1 })}</p>
        )}
        {problem !== undefined && <p className="tone-warning">{problem}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus text={t("hostKey.refuse")} onClick={() => answer(false)} />
            <Button intent="warning" text={t("hostKey.accept")} onClick={() => answer(true)} />
          </>
        }
      />
    </Dialog>
  );
}
