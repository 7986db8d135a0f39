/** Every command and query of this node with its time, duration, exit code and text. */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Raw } from "../../../shared/contract/contract.ts";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { useHost } from "../../app/host-context.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { formatClock, formatDateTime, formatDuration } from "../../ui/format.ts";

function RawEntry(props: { readonly raw: Raw }): React.ReactElement {
  const { raw } = props;
  const [open, setOpen] = useState(false);
  return (
    <li className="raw-entry">
      <button
        type="button"
        className="plain raw-head"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">{open ? "▾" : "▸"}</span>
        <span className="mono grow raw-what">{raw.what}</span>
      </button>
      <p className="muted raw-facts" title={formatDateTime(raw.at)}>
        {formatClock(raw.at)} · {formatDuration(raw.tookMs)} · {t("node.exit", { exit: raw.exit })}
      </p>
      {open && (
        <>
          <pre className="raw-text" tabIndex={0}>
            {raw.text}
            {raw.truncated ? `\n${t("figure.rawCut")}` : ""}
          </pre>
          <CopyButton text={raw.text} label={t("node.rawCopy")} />
        </>
      )}
    </li>
  );
}

export function RawTab(props: {
  readonly view: ClusterView;
  readonly node: NodeView;
}): React.ReactElement {
  const { queries } = useHost();
  const raws = useQuery(
    queries.cluster.raws.queryOptions({
      input: { profile: props.view.target.profile, node: props.node.key },
    }),
  );
  if (raws.isPending) return <p className="muted">{t("figure.rawLoading")}</p>;
  if (raws.isError)
    return (
      <ErrorNote
        error={hostError(raws.error)}
        title={t("node.rawFailed")}
        onRetry={() => void raws.refetch()}
      />
    );
  return (
    <>
      <div className="row">
        <Button
          size="small"
          variant="outlined"
          text={t("node.rawLook")}
          onClick={() => void raws.refetch()}
        />
      </div>
      {raws.data.length === 0 ? (
        <p className="muted">{t("node.rawNone")}</p>
      ) : (
        <ul>
          {raws.data.map((raw) => (
            <RawEntry key={raw.key} raw={raw} />
          ))}
        </ul>
      )}
    </>
  );
}
