/** Outcomes of the image program; the index in the list is its exit status. Node itself exits with 1 if it fails. */
export const exitOutcomes = ["done", "failed", "not an image", "too large"] as const;
export type ExitOutcome = (typeof exitOutcomes)[number];
