import { toHref } from "#markdown/urls.ts";
import type { Linkifier } from "#markdown/types.ts";
import { compilePattern, matchesOf } from "./pattern.ts";
import { expandTemplate, parseTemplate } from "./url-template.ts";

/** A linkifier as its organization describes it. */
export interface LinkifierSource {
  readonly pattern: string;
  readonly url_template: string;
}

/** Most linkifiers that are kept compiled; those that were used last. */
const MOST = 1000;

const compiled = new Map<string, Linkifier>();

/** What finds the matches of a linkifier; compiled once, since it follows from the texts alone. */
export function linkifierFrom(source: LinkifierSource): Linkifier {
  const key = JSON.stringify([source.pattern, source.url_template]);
  const linkifier = compiled.get(key) ?? compile(source);
  compiled.delete(key);
  compiled.set(key, linkifier);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= MOST) break;
    compiled.delete(oldest);
  }
  return linkifier;
}

/** One that could be stored once and cannot be compiled by this release matches nothing. */
function compile({ pattern: source, url_template }: LinkifierSource): Linkifier {
  const pattern = compilePattern(source);
  const template = parseTemplate(url_template);
  if (typeof pattern === "string" || !template) return { match: () => [] };
  return {
    *match(text) {
      for (const { start, end, groups } of matchesOf(pattern, text)) {
        // What was matched may make an address of it that nobody should follow.
        const url = toHref(expandTemplate(template, groups));
        if (url !== null) yield { start, end, url };
      }
    },
  };
}
