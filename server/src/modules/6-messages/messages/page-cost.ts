import type { NarrowTerms } from "#narrow/index.ts";

/** Larger pages are as much work as a search. */
const LARGE_PAGE = 1000;
const SURCHARGE = 0.9;

interface Wanted {
  readonly narrow: NarrowTerms;
  readonly num_before: number;
  readonly num_after: number;
  readonly message_ids?: readonly number[] | undefined;
}

/** What a page takes of the rate limit besides what every read does. Whoever pages through history pays nothing more. */
export function surchargeOfPage({ narrow, num_before: before, num_after: after, message_ids: ids }: Wanted): number {
  const isLarge = (ids?.length ?? before + after) > LARGE_PAGE;
  return isLarge || narrow.some(isSearch) ? SURCHARGE : 0;
}

function isSearch(term: NarrowTerms[number]): boolean {
  const operator = Array.isArray(term) ? term[0] : term.operator;
  return /^-?search$/i.test(operator);
}
