import type { NarrowTerms } from "#narrow/index.ts";

/** More ids are as much work to look up as a search, also where no message comes of them. */
const MAX_IDS_WITHOUT_SURCHARGE = 1000;
const SEARCH_SURCHARGE = 0.9;

interface SurchargeInput {
  readonly narrow: NarrowTerms;
  readonly message_ids?: readonly number[] | undefined;
}

/**
 * What a page takes of the rate limit besides what every read does, apart from its size. Clients that page through history pay
 * nothing more.
 */
export const pageSurcharge = ({ narrow, message_ids: ids = [] }: SurchargeInput): number =>
  hasTextSearch(narrow) ? SEARCH_SURCHARGE : idLookupSurcharge(ids);

/** What looking up messages by their ids takes besides. */
export const idLookupSurcharge = (ids: readonly number[]): number =>
  ids.length > MAX_IDS_WITHOUT_SURCHARGE ? SEARCH_SURCHARGE : 0;

/** Whether a narrow searches for words, which is much work before it is known how much it finds. */
export const hasTextSearch = (narrow: NarrowTerms): boolean => narrow.some(isSearchTerm);

function isSearchTerm(term: NarrowTerms[number]): boolean {
  const operator = Array.isArray(term) ? term[0] : term.operator;
  return /^-?search$/i.test(operator);
}
