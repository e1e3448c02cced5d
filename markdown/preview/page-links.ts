import type { Lookups } from "../render-types.ts";
import { findLinkedMedia } from "./linked-media.ts";

/** Maximum number of distinct links outside of quotes. A message with more links gets no previews. */
export const MAX_LINKS = 24;

/** Returns those links of a message that lead to web pages which may have previews. */
export function findPageLinks(links: ReadonlySet<string>, lookups: Lookups): string[] {
  if (!lookups.embeds || links.size > MAX_LINKS) return [];
  return [...links].filter((href) => isPage(href, lookups));
}

/**
 * Returns whether a link leads to a page that may have a preview. Links to media that are shown inline and links to the
 * organization's own pages have none.
 */
function isPage(href: string, lookups: Lookups): boolean {
  if (!/^https?:\/\//.test(href) || findLinkedMedia(href, lookups) !== null) return false;
  const { realmUrl } = lookups;
  return realmUrl === undefined || (href !== realmUrl && !/^[/?#]/.test(afterPrefix(href, realmUrl)));
}

const afterPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : "";
