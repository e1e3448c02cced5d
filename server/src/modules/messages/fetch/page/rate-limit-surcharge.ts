import type { NarrowTerms } from "#narrow/index.ts";

/** More ids are as much work to look up as a search, also where no message comes of them. */
const MAX_FEW_IDS = 1000;
const SURCHARGE = 0.9;

interface Wanted {
  readonly narrow: NarrowTerms;
  readonly message_ids?: readonly number[] | undefined;
}

/**
 * What a page takes of the rate limit besides what every read does, apart from its size. Clients that page through history pay
 * nothing more.
 */
export const surchargeOfPage = ({ narrow, message_ids: ids = [] }: Wanted): number =>
  asksForWords(narrow) ? SURCHARGE : surchargeOfIds(ids);

/** What looking up messages by their ids takes besides. */
export const surchargeOfIds = (ids: readonly number[]): number => (ids.length > MAX_FEW_IDS ? SURCHARGE : 0);

/** Whether a narrow searches for words, which is much work before it is known how much it finds. */
export const asksForWords = (narrow: NarrowTerms): boolean => narrow.some(isSearch);

function isSearch(term: NarrowTerms[number]): boolean {
  const operator = Array.isArray(term) ? term[0] : term.operator;
  return /^-?search$/i.test(operator);
}
