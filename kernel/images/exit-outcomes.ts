/** How the program for pictures ends; its index in the list is its exit status. Node itself ends with 1 where it fails. */
export const exitOutcomes = ["done", "failed", "not an image", "too large"] as const;
export type ExitOutcome = (typeof exitOutcomes)[number];
