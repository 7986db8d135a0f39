/**
 * The report as paper, in a frame that runs no scripts. A page made here (blob:, srcdoc) inherits this page's policy,
 * which forbids the report's inline styles; so it is put into an empty frame and styled through the object model.
 */
import { Button } from "@blueprintjs/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useHost } from "../../app/host-context.ts";
import { hostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { paperParts } from "./paper-parts.ts";

/** With a doctype: without one the frame would lay the report out by rules of 1998. */
const emptyPage = "<!doctype html>";

/** Shows `html` in `frame`, whatever was in it before. */
function fill(frame: HTMLIFrameElement, html: string): void {
  const page = frame.contentDocument;
  const scope = frame.contentWindow as (Window & typeof globalThis) | null;
  if (page === null || scope === null) return;
  const parts = paperParts(html);
  const parsed = new DOMParser().parseFromString(parts.html, "text/html");
  page.documentElement.lang = parsed.documentElement.lang;
  page.title = parsed.title;
  page.body.replaceChildren(
    ...[...parsed.body.childNodes].map((node) => page.importNode(node, true)),
  );
  page.body.className = parsed.body.className;
  for (const styled of page.querySelectorAll<HTMLElement | SVGElement>("[data-css]")) {
    styled.style.cssText = styled.dataset["css"] ?? "";
  }
  page.adoptedStyleSheets = parts.css.map((text) => {
    const sheet = new scope.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

function save(html: string, runId: string): void {
  const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `ringdrill-${runId.replaceAll(/[^\w.-]/g, "_")}.html`;
  link.click();
  URL.revokeObjectURL(address);
}

export function Paper(props: {
  readonly folder: string;
  readonly runId: string;
}): React.ReactElement {
  const { queries } = useHost();
  const frame = useRef<HTMLIFrameElement>(null);
  const report = useQuery(queries.reports.html.queryOptions({ input: { folder: props.folder } }));
  const html = report.data?.html;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready && frame.current !== null && html !== undefined) fill(frame.current, html);
  }, [ready, html]);
  if (report.isError) {
    return (
      <ErrorNote
        error={hostError(report.error)}
        title={t("reports.notRead")}
        onRetry={() => void report.refetch()}
      />
    );
  }
  if (html === undefined) return <p className="muted">{t("reports.reading")}</p>;
  return (
    <div className="paper">
      <div className="row">
        <Button text={t("reports.saveHtml")} onClick={() => save(html, props.runId)} />
        <span className="muted grow">{t("reports.paperText")}</span>
      </div>
      <iframe
        ref={frame}
        className="paper-frame"
        sandbox="allow-same-origin"
        srcDoc={emptyPage}
        onLoad={() => setReady(true)}
        title={t("reports.paperTitle")}
      />
    </div>
  );
}
