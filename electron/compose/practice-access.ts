/** The practice cluster with its ordinary role for load: guardrails and permissions spare a superuser. */
import type { PracticeCluster } from "../core/deps.ts";
import { practiceAccess } from "../practice/practice-access.ts";

/** @param folder where the cluster lies */
export function withApplicationRole(practice: PracticeCluster, folder: string): PracticeCluster {
  return {
    ...practice,
    access: async () => {
      const access = await practice.access();
      if (access === undefined || access.profile.application !== undefined) return access;
      const { user, password } = practiceAccess(folder).cql.application;
      return {
        profile: { ...access.profile, application: { consistency: "LOCAL_QUORUM", user } },
        secrets: { ...access.secrets, applicationPassword: password },
      };
    },
  };
}
