/** Tells screen readers what changed: new problems, problems that are over, phases of a drill. */
import { useEffect, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { useActiveRun, useView } from "./session-context.tsx";

export function Announcer(): React.ReactElement {
  const view = useView();
  const run = useActiveRun().view;
  const before = useRef<{ profile: string; texts: ReadonlySet<string> } | undefined>(undefined);
  const [said, say] = useState("");
  useEffect(() => {
    if (view === undefined) return;
    const texts = new Set(
      view.problems.map((problem) => `${problem.kind}|${problem.nodes.join(",")}|${problem.text}`),
    );
    const earlier = before.current;
    before.current = { profile: view.target.profile, texts };
    // What is there on the first look is read from the screen, not announced.
    if (earlier === undefined || earlier.profile !== view.target.profile) return;
    const kindOf = (text: string): string => text.split("|", 2).join("|");
    const earlierKinds = new Set([...earlier.texts].map(kindOf));
    const fresh = [...texts].filter((text) => !earlierKinds.has(kindOf(text)));
    const kinds = new Set([...texts].map(kindOf));
    const over = [...earlierKinds].filter((kind) => !kinds.has(kind));
    if (fresh.length === 0 && over.length === 0) return;
    say(
      [
        ...fresh.map((text) => text.split("|")[2] ?? text),
        ...over.map((kind) =>
          t("announce.over", { kind: kind.split("|")[0] ?? kind, nodes: kind.split("|")[1] ?? "" }),
        ),
      ].join(". "),
    );
  }, [view]);
  const phase =
    run === undefined
      ? ""
      : t("announce.phase", { drill: run.plan.drill.id, phase: t(`phase.${run.phase}`) });
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      <p>{said}</p>
      <p>{phase}</p>
    </div>
  );
}
