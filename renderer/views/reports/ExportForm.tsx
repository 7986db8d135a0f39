/** Writes the chosen forms of a report into a folder on this computer. */
import { Button, Checkbox } from "@blueprintjs/core";
import { useState } from "react";
import { useHost } from "../../app/host-context.ts";
import { hostError, type HostError } from "../../host/host-error.ts";
import { t } from "../../i18n/i18n.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorNote } from "../../ui/FailureNote.tsx";
import { TextField } from "../clusters/Field.tsx";

const forms = ["html", "md", "json", "evidence"] as const;
type Form = (typeof forms)[number];

export function ExportForm(props: { readonly folder: string }): React.ReactElement {
  const { client } = useHost();
  const [into, setInto] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<Form>>(new Set(["html", "json"]));
  const [files, setFiles] = useState<readonly string[]>([]);
  const [error, setError] = useState<HostError>();
  const [running, setRunning] = useState(false);
  const run = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    setRunning(true);
    setError(undefined);
    setFiles([]);
    client.reports
      .export({ folder: props.folder, into, forms: [...chosen] })
      .then(
        (answer) => setFiles(answer.files),
        (problem: unknown) => setError(hostError(problem)),
      )
      .finally(() => setRunning(false));
  };
  return (
    <form className="stack export-form" onSubmit={run}>
      <fieldset>
        <legend>{t("export.forms")}</legend>
        {forms.map((form) => (
          <Checkbox
            key={form}
            checked={chosen.has(form)}
            label={t(`export.form.${form}`)}
            onChange={(event) => {
              const next = new Set(chosen);
              if (event.currentTarget.checked) next.add(form);
              else next.delete(form);
              setChosen(next);
            }}
          />
        ))}
      </fieldset>
      <TextField
        label={t("export.into")}
        help={t("export.intoHelp")}
        value={into}
        problem={error?.details[0]}
        onChange={setInto}
      />
      <div className="row">
        <Button
          type="submit"
          intent="primary"
          text={running ? t("export.running") : t("export.run")}
          disabled={running || into.trim() === "" || chosen.size === 0}
        />
      </div>
      {error !== undefined && <ErrorNote error={error} title={t("export.failed")} />}
      {files.length > 0 && (
        <section className="note" role="status">
          <h2>{t("export.done", { count: files.length })}</h2>
          <ul className="mono">
            {files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
          <div>
            <CopyButton text={files.join("\n")} label={t("export.copy")} />
          </div>
        </section>
      )}
    </form>
  );
}
