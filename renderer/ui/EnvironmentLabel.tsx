/** The environment of a profile as a word. Production, and no label at all, cannot be overlooked. */
import type { Profile } from "../../shared/contract/profile.ts";
import { t } from "../i18n/i18n.ts";

export function EnvironmentLabel(props: {
  readonly environment: Profile["environment"];
}): React.ReactElement {
  const name = props.environment ?? "none";
  return (
    <span className={`environment environment-${name}`}>
      {t(`environment.${name}`).toUpperCase()}
    </span>
  );
}
