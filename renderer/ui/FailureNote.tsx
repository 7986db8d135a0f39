/** A failed hop in words: what happened, where, what to do; with what the other side said, ready to copy. */
import { Button } from "@blueprintjs/core";
import type { FailureDetail } from "../../shared/facts/failure.ts";
import type { HostError } from "../host/host-error.ts";
import { t } from "../i18n/i18n.ts";
import { CopyButton } from "./CopyButton.tsx";
import "./notes.css";

function failureText(failure: FailureDetail): string {
  return [
    `${failure.node} · ${failure.hop} · ${failure.kind}`,
    failure.message,
    failure.next,
    failure.command === undefined ? "" : `$ ${failure.command}`,
    failure.said ?? "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** The failure itself, as a block. */
export function FailureBody(props: { readonly failure: FailureDetail }): React.ReactElement {
  const { failure } = props;
  return (
    <>
      <p>
        <strong>{failure.message}</strong>
      </p>
      <p>{failure.next}</p>
      <p className="muted">
        {t("failure.hop", { hop: failure.hop, kind: failure.kind, node: failure.node })}
        {failure.command !== undefined && (
          <>
            {" · "}
            <span className="mono">{failure.command}</span>
          </>
        )}
      </p>
      {failure.said !== undefined && failure.said !== "" && (
        <pre className="raw-text" tabIndex={0}>
          {failure.said}
        </pre>
      )}
    </>
  );
}

/** Any error of the host, with a way to try again where that makes sense. */
export function ErrorNote(props: {
  readonly error: HostError;
  readonly title: string;
  readonly onRetry?: () => void;
}): React.ReactElement {
  const { error } = props;
  const text =
    error.failure === undefined
      ? [error.message, ...error.details].join("\n")
      : failureText(error.failure);
  return (
    <section className="note note-bad" role="alert">
      <h2>{props.title}</h2>
      {error.failure === undefined ? (
        <>
          <p>{error.message}</p>
          {error.details.length > 0 && (
            <ul className="note-list">
              {error.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <FailureBody failure={error.failure} />
      )}
      <div className="row">
        {props.onRetry !== undefined && (
          <Button text={t("common.tryAgain")} onClick={props.onRetry} />
        )}
        <CopyButton text={text} label={t("failure.copy")} />
      </div>
    </section>
  );
}
