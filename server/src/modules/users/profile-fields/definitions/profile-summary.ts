import type { Row } from "@parlance/kernel/db/types.ts";
import { TypeNotAllowedInSummary, SummaryFull } from "../errors.ts";
import { isAllowedInSummary } from "./field-types.ts";

const MAX_IN_SUMMARY = 2;

/**
 * Throws unless a field of this type can be added to the summary, in addition to those of `others` that are in it.
 * @throws TypeNotAllowedInSummary
 * @throws SummaryFull
 */
export function assertSummaryAllows(type: number, others: readonly Row<"custom_profile_field">[]): void {
  if (!isAllowedInSummary(type)) throw new TypeNotAllowedInSummary();
  const inSummary = others.filter((field) => field.display_in_profile_summary);
  if (inSummary.length >= MAX_IN_SUMMARY) throw new SummaryFull();
}
