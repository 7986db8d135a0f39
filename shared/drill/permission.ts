/** Whether a drill may start: labels, names and open checks. Pure, so that each refusal has a test. */
import type { DrillPlan } from "../contract/drill.ts";

export interface Consent {
  readonly yes: boolean;
  readonly confirmCluster: string | undefined;
  readonly approvedBy: string | undefined;
  readonly destructive: boolean;
}

/** True where `--yes` alone is enough. A profile without a label counts as production. */
export function isPlayground(environment: DrillPlan["target"]["environment"]): boolean {
  return environment === "practice" || environment === "lab";
}

/** @returns the sentences that say why a person has not agreed enough; none when they have. */
export function missingConsent(plan: DrillPlan, consent: Consent): readonly string[] {
  const { environment, cluster } = plan.target;
  if (isPlayground(environment))
    return consent.yes || consent.confirmCluster === cluster
      ? []
      : ["Say --yes, or confirm with the cluster's name."];
  const label = environment ?? "production (the profile has no environment label)";
  const missing: string[] = [];
  if (consent.confirmCluster !== cluster)
    missing.push(
      `In ${label} the cluster's name has to be typed: --confirm-cluster ${JSON.stringify(cluster)}.`,
    );
  if (consent.destructive && environment !== "staging" && (consent.approvedBy ?? "").trim() === "")
    missing.push(`A destructive drill in ${label} needs a second person: --approved-by NAME.`);
  return missing;
}

/** @returns the sentences of the checks that refuse the plan. Outside of practice and lab an open question refuses too. */
export function refusals(plan: DrillPlan): readonly string[] {
  const strict = !isPlayground(plan.target.environment);
  return plan.preflight
    .filter(
      (check) =>
        check.ok === false ||
        (strict &&
          check.ok === null &&
          check.applicable &&
          check.overridable &&
          !plan.overrides.some((each) => each.check === check.check)),
    )
    .map((check) => `${check.check}: ${check.value}. ${check.why}.`);
}
