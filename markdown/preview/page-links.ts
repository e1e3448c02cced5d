import type { Lookups } from "../render-types.ts";
import { findLinkedMedia } from "./linked-media.ts";

/** Maximum number of distinct links outside of quotes. A message with more is a list of links, without previews. */
export const MAX_LINKS = 24;

/** Returns those of a message's links that lead to web pages which may have previews. */
export function findPageLinks(links: ReadonlySet<string>, lookups: Lookups): string[] {
  if (!lookups.embeds || links.size > MAX_LINKS) return [];
  return [...links].filter((href) => isPage(href, lookups));
}

/**
 * Whether a link leads to a page that may have a preview. Media that are shown inline need no preview of the page
 * around them, and the organization's own pages get none.
 */
function isPage(href: string, lookups: Lookups): boolean {
  if (!/^https?:\/\//.test(href) || findLinkedMedia(href, lookups) !== null) return false;
  const { realmUrl } = lookups;
  return realmUrl === undefined || (href !== realmUrl && !/^[/?#]/.test(afterPrefix(href, realmUrl)));
}

const afterPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : "";
