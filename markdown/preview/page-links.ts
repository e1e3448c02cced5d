import type { Lookups } from "../render-types.ts";
import { findLinkedMedia } from "./linked-media.ts";

/** Distinct links outside of quotes; a message with more is a list of links, not something to look at. */
export const MAX_LINKS = 24;

/** Those of a message's links that lead to pages of the web of which there may be previews. */
export function findPageLinks(links: ReadonlySet<string>, lookups: Lookups): string[] {
  if (!lookups.embeds || links.size > MAX_LINKS) return [];
  return [...links].filter((href) => isPage(href, lookups));
}

/** What is shown by itself needs no preview of the page around it, and the organization's own pages want no stranger. */
function isPage(href: string, lookups: Lookups): boolean {
  if (!/^https?:\/\//.test(href) || findLinkedMedia(href, lookups) !== null) return false;
  const { realmUrl } = lookups;
  return realmUrl === undefined || (href !== realmUrl && !/^[/?#]/.test(afterPrefix(href, realmUrl)));
}

const afterPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : "";
