// Which of many names fit what somebody has begun to write. Pure.

/** How well a name fits: 0 best; null: not at all. */
function rankMatch(name: string, wanted: string): number | null {
  if (wanted === "") return 3;
  const at = name.indexOf(wanted);
  if (at === 0) return name.length === wanted.length ? 0 : 1;
  if (at > 0 && /[\s\-_.(/]/.test(name[at - 1] ?? "")) return 2;
  return at > 0 ? 4 : null;
}

/** Letters without their marks, small. Most names have none, and are looked through by the thousand. */
export const normalizeForMatching = (text: string): string =>
  (/[^ -~]/.test(text) ? text.normalize("NFKD").replaceAll(/\p{M}/gu, "") : text).toLowerCase();

/** The best few of many; those that fit alike stay in the order in which they came. */
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

/** So many that fit well are enough to choose from. */
const MAX_GOOD_MATCHES = 200;
