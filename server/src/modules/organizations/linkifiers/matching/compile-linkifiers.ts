import { toHref } from "@parlance/markdown/urls.ts";
import type { Linkifier } from "@parlance/markdown/render-types.ts";
import { compilePattern, findMatches } from "./pattern.ts";
import { SearchBudget } from "./search-budget.ts";
import { expandUrlTemplate, parseUrlTemplate } from "@parlance/markdown/url-template.ts";

/** A linkifier as its organization describes it. */
export interface LinkifierSource {
  readonly pattern: string;
  readonly url_template: string;
}

/** Most linkifiers that are kept compiled; those that were used last. */
const MAX_COMPILED_LINKIFIERS = 1000;

interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

type Finder = (text: string, allowance: SearchBudget) => Iterable<LinkifierMatch>;

const compiled = new Map<string, Finder>();

/** What finds the matches of an organization's linkifiers, given in their order, with what they may take together. */
export function compileLinkifiers(
  sources: readonly LinkifierSource[],
  allowance: SearchBudget = new SearchBudget(),
): Linkifier[] {
  return sources.map(finderFor).map((find) => ({ match: (text) => (allowance.isSpent ? [] : find(text, allowance)) }));
}

/** Compiled once, since it follows from the texts alone. */
function finderFor(source: LinkifierSource): Finder {
  const key = JSON.stringify([source.pattern, source.url_template]);
  const finder = compiled.get(key) ?? compile(source);
  compiled.delete(key);
  compiled.set(key, finder);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= MAX_COMPILED_LINKIFIERS) break;
    compiled.delete(oldest);
  }
  return finder;
}

/** One that could be stored once and cannot be compiled by this release matches nothing. */
function compile({ pattern: source, url_template }: LinkifierSource): Finder {
  const pattern = compilePattern(source);
  const template = parseUrlTemplate(url_template);
  if (typeof pattern === "string" || !template) return () => [];
  return function* (text, allowance) {
    for (const { start, end, groups } of findMatches(pattern, text, allowance)) {
      // What was matched may make an address of it that nobody should follow.
      const url = toHref(expandUrlTemplate(template, groups));
      if (url !== null) yield { start, end, url };
    }
  };
}
