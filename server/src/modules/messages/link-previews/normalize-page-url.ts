/** Longer URLs are not meant for people. */
const MAX_URL_CHARACTERS = 2000;

/** Normalizes a page's URL for the cache. Returns null if the page must not be fetched. */
export function normalizePageUrl(href: string): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  // The fragment does not affect which page is fetched.
  url.hash = "";
  return url.href.length <= MAX_URL_CHARACTERS ? url.href : null;
}
