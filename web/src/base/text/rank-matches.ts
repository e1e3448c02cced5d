// Ranks names by how well they match a query.

/** Returns the rank of a name, 0 being the best, or null if the name does not match. */
function rankMatch(name: string, wanted: string): number | null {
  if (wanted === "") return 3;
  const at = name.indexOf(wanted);
  if (at === 0) return name.length === wanted.length ? 0 : 1;
  if (at > 0 && /[\s\-_.(/]/.test(name[at - 1] ?? "")) return 2;
  return at > 0 ? 4 : null;
}

/**
 * Removes diacritics and converts to lower case. Most names are ASCII text, for which the slower Unicode normalization
 * is skipped: the client matches thousands of names.
 */
export const normalizeForMatching = (text: string): string =>
  (/[^ -~]/.test(text) ? text.normalize("NFKD").replaceAll(/\p{M}/gu, "") : text).toLowerCase();

/** Returns up to `count` matches, best first. Equally good matches keep their order. */
export function bestMatches<T>(
  all: Iterable<T>,
  namesOf: (one: T) => readonly string[],
  wanted: string,
  count: number,
): T[] {
  const text = normalizeForMatching(wanted);
  const buckets: T[][] = [[], [], [], [], []];
  for (const one of all) {
    const fits = namesOf(one).flatMap((name) => rankMatch(normalizeForMatching(name), text) ?? []);
    if (fits.length > 0) buckets[Math.min(...fits)]?.push(one);
    if ((buckets[0]?.length ?? 0) + (buckets[1]?.length ?? 0) >= MAX_GOOD_MATCHES) break;
  }
  return buckets.flat().slice(0, count);
}

/** Number of matches that equal or start with the query after which the search stops. */
const MAX_GOOD_MATCHES = 200;
