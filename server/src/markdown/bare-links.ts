import { LinkifyIt, REBuilder } from "linkify-it";
import { topLevelDomains } from "./top-level-domains.ts";

/** An address that stands in a text without any markup. */
export interface BareLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/** What every address has, and few sentences: a dot or an at sign within a word, or a scheme. */
const MAY_BE_ADDRESS = /[.@][^\s.]|:\/\//;
const MAX_PARENTHESES = 6;
const TRAILING_PUNCTUATION = new Set("!:;?),.'\">*~");
const SCHEME_ALONE = /^[a-z]+:?\/*$/i;

class AddressPatterns extends REBuilder {
  override nestedPairRE(open: string, close: string): string {
    return super.nestedPairRE(open, close, MAX_PARENTHESES);
  }
}

const linkify = new LinkifyIt({ fuzzyLink: true, tlds: [...topLevelDomains], rebuilder: new AddressPatterns() })
  .add("ftp:", null)
  .add("//", null);

/** The web and mail addresses in a text, in order. None reaches over a backtick, which may begin code. */
export function findBareLinks(text: string): BareLink[] {
  if (!MAY_BE_ADDRESS.test(text)) return [];
  const links: BareLink[] = [];
  let offset = 0;
  for (const part of text.split("`")) {
    for (const { index, raw, url } of linkify.match(part) ?? []) {
      const length = lengthWithoutPunctuation(raw);
      const start = offset + index;
      const href = url.slice(0, url.length - raw.length + length);
      if (!SCHEME_ALONE.test(href)) links.push({ start, end: start + length, href });
    }
    offset += part.length + 1;
  }
  return links;
}

/** What ends a sentence or closes a bracket around the address is not part of it; a bracket that it opens itself is. */
function lengthWithoutPunctuation(written: string): number {
  let unclosed = 0;
  for (const character of written) unclosed += character === "(" ? 1 : character === ")" ? -1 : 0;
  let end = written.length;
  for (; end > 0 && TRAILING_PUNCTUATION.has(written.charAt(end - 1)); end--) {
    if (written.charAt(end - 1) !== ")") continue;
    if (unclosed >= 0) break;
    unclosed++;
  }
  return end;
}
