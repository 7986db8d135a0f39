/** Name of the environment variable that marks every process of a practice cluster with the cluster's folder. */
export const markVariable = "RINGDRILL_PRACTICE";
