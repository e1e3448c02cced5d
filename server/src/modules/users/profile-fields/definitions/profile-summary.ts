import type { Row } from "@parlance/kernel/db/types.ts";
import { TypeNotAllowedInSummary, SummaryFull } from "../errors.ts";
import { isAllowedInSummary } from "./field-types.ts";

const MAX_IN_SUMMARY = 2;

/**
 * Throws if a field of this type cannot be added to the profile summary, or if too many of the other fields are in the
 * summary already.
 * @throws TypeNotAllowedInSummary
 * @throws SummaryFull
 */
export function assertSummaryAllows(type: number, others: readonly Row<"custom_profile_field">[]): void {
  if (!isAllowedInSummary(type)) throw new TypeNotAllowedInSummary();
  const inSummary = others.filter((field) => field.display_in_profile_summary);
  if (inSummary.length >= MAX_IN_SUMMARY) throw new SummaryFull();
}
