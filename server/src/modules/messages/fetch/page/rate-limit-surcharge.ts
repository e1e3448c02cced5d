import type { NarrowTerms } from "#narrow/index.ts";

/** Looking up more ids than this costs the database as much as a text search, even if no message is found. */
const MAX_IDS_WITHOUT_SURCHARGE = 1000;
const SEARCH_SURCHARGE = 0.9;

interface SurchargeInput {
  readonly narrow: NarrowTerms;
  readonly message_ids?: readonly number[] | undefined;
}

/**
 * Returns the rate limit surcharge for a page of messages. It is added to the usual cost of a read request, and does
 * not depend on the page's size. Clients that page through history without a text search pay no surcharge.
 */
export const pageSurcharge = ({ narrow, message_ids: ids = [] }: SurchargeInput): number =>
  hasTextSearch(narrow) ? SEARCH_SURCHARGE : idLookupSurcharge(ids);

/** Returns the rate limit surcharge for looking up messages by id. */
export const idLookupSurcharge = (ids: readonly number[]): number =>
  ids.length > MAX_IDS_WITHOUT_SURCHARGE ? SEARCH_SURCHARGE : 0;

/** True if the narrow contains a text search. A text search can require much work even if it finds little. */
export const hasTextSearch = (narrow: NarrowTerms): boolean => narrow.some(isSearchTerm);

function isSearchTerm(term: NarrowTerms[number]): boolean {
  const operator = Array.isArray(term) ? term[0] : term.operator;
  return /^-?search$/i.test(operator);
}
