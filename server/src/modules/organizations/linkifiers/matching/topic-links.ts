import type { TopicLink } from "@parlance/contract/entities/message.ts";
import { findBareLinks } from "@parlance/markdown/bare-links.ts";
import type { Linkifier } from "@parlance/markdown/render-types.ts";
import { compileLinkifiers, type LinkifierSource } from "./compile-linkifiers.ts";

/** Text between the characters that separate URLs in topics. */
const SEPARATED = /[^ !;),'"]+/g;

interface TopicLinkMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/**
 * Finds the links in a topic, in the order in which they occur: matches of linkifiers, and URLs. If two overlap, a
 * linkifier is preferred to a URL, and of two linkifiers the one that is first in the list.
 */
export function findTopicLinks(linkifiers: readonly Linkifier[], topic: string): TopicLink[] {
  if (topic === "") return [];
  const found: TopicLinkMatch[] = [];
  const add = (candidate: TopicLinkMatch) => {
    const isFree = found.every(({ start, end }) => candidate.end <= start || end <= candidate.start);
    if (isFree) found.push(candidate);
  };
  for (const linkifier of linkifiers) for (const match of linkifier.match(topic)) add(match);
  for (const address of findUrls(topic)) add(address);
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

function* findUrls(topic: string): Generator<TopicLinkMatch> {
  if (!topic.includes(".") && !topic.includes("://")) return;
  for (const { index, 0: part } of topic.matchAll(SEPARATED)) {
    const [link] = findBareLinks(part);
    if (link?.start !== 0 || link.href.startsWith("mailto:")) continue;
    const written = part.slice(0, link.end);
    const url = /^https?:\/\//i.test(written) ? written : `https://${written}`;
    yield { start: index, end: index + link.end, url };
  }
}

/** Finds the links in topics, with a cache by topic. */
export type TopicLinker = (topic: string) => readonly TopicLink[];

/** Creates a cached finder for the topics of a page of messages, many of which are the same. */
export function createTopicLinker(sources: readonly LinkifierSource[]): TopicLinker {
  const linkifiers = compileLinkifiers(sources);
  const known = new Map<string, readonly TopicLink[]>();
  return (topic) => {
    const links = known.get(topic) ?? findTopicLinks(linkifiers, topic);
    known.set(topic, links);
    return links;
  };
}
