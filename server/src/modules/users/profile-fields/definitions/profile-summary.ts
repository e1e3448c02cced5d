import type { Row } from "#kernel/db/types.ts";
import { NotForSummary, SummaryFull } from "../errors.ts";
import { fitsSummary } from "./field-types.ts";

const MAX_IN_SUMMARY = 2;

/**
 * Makes sure that a field of this type can join the summary, beside those of `others` that are in it.
 * @throws NotForSummary
 * @throws SummaryFull
 */
export function mustFitSummary(type: number, others: readonly Row<"custom_profile_field">[]): void {
  if (!fitsSummary(type)) throw new NotForSummary();
  const inSummary = others.filter((field) => field.display_in_profile_summary);
  if (inSummary.length >= MAX_IN_SUMMARY) throw new SummaryFull();
}
