/** Copies a text and says so on the button; says so too when the browser does not let it. */
import { Button } from "@blueprintjs/core";
import { useState } from "react";
import { t } from "../i18n/i18n.ts";

export function CopyButton(props: {
  readonly text: string | (() => string);
  readonly label: string;
}): React.ReactElement {
  const [said, say] = useState<string>();
  const copy = (): void => {
    const text = typeof props.text === "string" ? props.text : props.text();
    navigator.clipboard.writeText(text).then(
      () => say(t("common.copied")),
      () => say(t("common.notCopied")),
    );
  };
  return (
    <Button
      size="small"
      variant="outlined"
      text={said ?? props.label}
      onClick={copy}
      onBlur={() => say(undefined)}
    />
  );
}
