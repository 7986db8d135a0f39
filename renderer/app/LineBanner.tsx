/** What stands between the screens and the host: said once, above everything, for as long as it lasts. */
import { useQuery } from "@tanstack/react-query";
import { useStore } from "../host/store.ts";
import { t } from "../i18n/i18n.ts";
import { formatClock } from "../ui/format.ts";
import { useNow } from "../ui/now.ts";
import { useHost } from "./host-context.ts";

function RetryIn(props: { readonly at: number }): React.ReactElement {
  const now = useNow();
  return (
    <span className="muted">
      {t("line.retryIn", { seconds: Math.max(0, Math.ceil((props.at - now) / 1_000)) })}
    </span>
  );
}

export function LineBanner(): React.ReactElement | null {
  const { line, queries } = useHost();
  const state = useStore(line, (value) => value);
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Infinity }));
  if (state.kind === "lost") {
    const key = state.why === "no token" || state.why === "refused" ? state.why : "lost";
    return (
      <div className="line-banner" role="alert">
        <span>{t(`line.${key}`, { at: formatClock(state.since) })}</span>
        {state.retryAt !== undefined && <RetryIn at={state.retryAt} />}
      </div>
    );
  }
  const notice = info.data?.notice ?? null;
  if (notice === null) return null;
  return <div className="line-banner line-banner-info">{notice}</div>;
}
