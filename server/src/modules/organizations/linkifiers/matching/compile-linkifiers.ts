import { toHref } from "@parlance/markdown/urls.ts";
import type { Linkifier } from "@parlance/markdown/render-types.ts";
import { compilePattern, findMatches } from "./pattern.ts";
import { SearchBudget } from "./search-budget.ts";
import { expandUrlTemplate, parseUrlTemplate } from "@parlance/markdown/url-template.ts";

/** The definition of a linkifier. */
export interface LinkifierSource {
  readonly pattern: string;
  readonly url_template: string;
}

/** Maximum number of compiled linkifiers in the cache. The least recently used ones are evicted. */
const MAX_COMPILED_LINKIFIERS = 1000;

interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

type Finder = (text: string, allowance: SearchBudget) => Iterable<LinkifierMatch>;

const compiled = new Map<string, Finder>();

/** Compiles an organization's linkifiers in their order. They share a search budget. */
export function compileLinkifiers(
  sources: readonly LinkifierSource[],
  allowance: SearchBudget = new SearchBudget(),
): Linkifier[] {
  return sources.map(finderFor).map((find) => ({ match: (text) => (allowance.isSpent ? [] : find(text, allowance)) }));
}

/** Returns the compiled linkifier, from the cache if possible: it depends only on the definition. */
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

/** Compiles a linkifier. A stored linkifier that this release cannot compile matches nothing. */
function compile({ pattern: source, url_template }: LinkifierSource): Finder {
  const pattern = compilePattern(source);
  const template = parseUrlTemplate(url_template);
  if (typeof pattern === "string" || !template) return () => [];
  return function* (text, allowance) {
    for (const { start, end, groups } of findMatches(pattern, text, allowance)) {
      // The matched text is part of the URL and could make it unsafe.
      const url = toHref(expandUrlTemplate(template, groups));
      if (url !== null) yield { start, end, url };
    }
  };
}
