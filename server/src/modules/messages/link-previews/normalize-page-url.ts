/** Longer addresses are made for programs. */
const MAX_LENGTH = 2000;

/** The one spelling of a page's address, under which it is remembered; null if the page is not to be fetched. */
export function pageAddress(href: string): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  // Where on the page makes no difference.
  url.hash = "";
  return url.href.length <= MAX_LENGTH ? url.href : null;
}
