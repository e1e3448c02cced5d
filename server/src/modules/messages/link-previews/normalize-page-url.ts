/** Longer addresses are made for programs. */
const MAX_URL_CHARACTERS = 2000;

/** The one spelling of a page's address, under which it is remembered; null if the page is not to be fetched. */
export function normalizePageUrl(href: string): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  // Where on the page makes no difference.
  url.hash = "";
  return url.href.length <= MAX_URL_CHARACTERS ? url.href : null;
}
