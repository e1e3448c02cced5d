/**
 * Outcomes of the image program. The exit status is the index in this list. "failed" is 1, because Node itself exits
 * with 1 if it fails.
 */
export const exitOutcomes = ["done", "failed", "not an image", "too large"] as const;
export type ExitOutcome = (typeof exitOutcomes)[number];
