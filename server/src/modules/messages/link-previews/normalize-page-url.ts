/** Pages with longer URLs are not previewed. Such URLs are usually not pages for human readers. */
const MAX_URL_CHARACTERS = 2000;

/** Normalizes a page's URL, so that it can be a key of the cache. Returns null if the URL is invalid or too long. */
export function normalizePageUrl(href: string): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  // The part after `#` does not affect which page is fetched.
  url.hash = "";
  return url.href.length <= MAX_URL_CHARACTERS ? url.href : null;
}
