import type { NarrowTerms } from "#narrow/index.ts";

/** Looking up more ids costs as much as a text search, even if no message is found. */
const MAX_IDS_WITHOUT_SURCHARGE = 1000;
const SEARCH_SURCHARGE = 0.9;

interface SurchargeInput {
  readonly narrow: NarrowTerms;
  readonly message_ids?: readonly number[] | undefined;
}

/**
 * The rate limit surcharge for a page, in addition to the cost of every read and apart from its size. Clients that page
 * through history pay no surcharge.
 */
export const pageSurcharge = ({ narrow, message_ids: ids = [] }: SurchargeInput): number =>
  hasTextSearch(narrow) ? SEARCH_SURCHARGE : idLookupSurcharge(ids);

/** The surcharge for looking up messages by id. */
export const idLookupSurcharge = (ids: readonly number[]): number =>
  ids.length > MAX_IDS_WITHOUT_SURCHARGE ? SEARCH_SURCHARGE : 0;

/** True if a narrow searches for words. Such a search is a lot of work before it is known how much it finds. */
export const hasTextSearch = (narrow: NarrowTerms): boolean => narrow.some(isSearchTerm);

function isSearchTerm(term: NarrowTerms[number]): boolean {
  const operator = Array.isArray(term) ? term[0] : term.operator;
  return /^-?search$/i.test(operator);
}
