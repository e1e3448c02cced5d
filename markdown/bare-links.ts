import { topLevelDomains } from "./top-level-domains.ts";

/** A URL or email address in a text without markup. */
export interface BareLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/**
 * Matches a text that may contain an address: it has a dot or an at sign within a word, or a URL scheme. Most texts do
 * not match.
 */
const MAY_BE_ADDRESS = /[.@][^\s.]|:\/\//;
const MAX_PARENTHESES = 6;
/**
 * Maximum total number of characters that are scanned for paths in a text. The rest of a word that turns out not to be
 * an address is scanned again from the next possible start, so the total must be limited. Beyond it, addresses with
 * paths are not recognized.
 */
const MAX_SCANNED_CHARACTERS = 200_000;
const PUNCTUATION = new Set("!:;?),.'\">");
/**
 * A text without spaces and backticks. The possible starts within it are tried in order, until one is the start of an
 * address; the address extends to the end of the text, except for punctuation.
 */
const CANDIDATE = /[^\s`]+/g;
const START = /(?<=['"(,:<])|^/g;
const HOST = /https?:\/\/[\p{L}\p{N}_.:@-]+/iuy;
const DOMAIN = /(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}-]+)/uy;
const MAILBOX = /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+/uy;

const known = new Set(topLevelDomains);

/**
 * Finds the web and email addresses in a text, in order. An address starts at the start of a word or after one of
 * `'"(,:<`, ends before a space, and does not include punctuation at its end. It never contains a backtick, which may
 * start code.
 */
export function findBareLinks(text: string): BareLink[] {
  if (!MAY_BE_ADDRESS.test(text)) return [];
  const links: BareLink[] = [];
  const budget = { characters: MAX_SCANNED_CHARACTERS };
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    if (!MAY_BE_ADDRESS.test(candidate)) continue;
    for (const { index: start } of candidate.matchAll(START)) {
      if (start === 0 && text[index - 1] === "`") continue;
      const link = linkAt(candidate, start, budget);
      if (!link) continue;
      links.push({ start: index + start, end: index + start + link.length, href: link.href });
      break;
    }
  }
  return links;
}

interface ScanBudget {
  /** Number of characters that may still be scanned. */
  characters: number;
}

function linkAt(text: string, start: number, budget: ScanBudget): { length: number; href: string } | null {
  const mailbox = matchAt(MAILBOX, text, start)?.[0];
  if (mailbox !== undefined && isPunctuation(text, start + mailbox.length)) {
    return { length: mailbox.length, href: `mailto:${mailbox}` };
  }
  const host = matchAt(HOST, text, start)?.[0].replace(/[.:]+$/, "");
  const [domain, topLevel = ""] = matchAt(DOMAIN, text, start) ?? [];
  const name = host ?? (known.has(topLevel) ? domain : undefined);
  if (name === undefined) return null;
  const pathLength = lengthAfter(text, start + name.length, budget);
  if (pathLength < 0) return null;
  const address = text.slice(start, start + name.length + pathLength);
  return { length: address.length, href: host === undefined ? `http://${address}` : address };
}

/**
 * Returns the length of the part of an address after its host. Returns a negative number if the text is not an address,
 * or if too many characters were scanned.
 */
function lengthAfter(text: string, start: number, budget: ScanBudget): number {
  if (!/[/?#]/.test(text.charAt(start))) return isPunctuation(text, start) ? 0 : -1;
  budget.characters -= text.length - start;
  return budget.characters < 0 ? -1 : lengthOfPath(text, start);
}

/**
 * Returns the length of a path that extends to the end of the text. Not included are punctuation at the end of a
 * sentence, and a closing bracket whose opening bracket is before the address. Returns a negative number if brackets
 * are not paired or nested too deeply, or if the path contains double quotation marks.
 */
function lengthOfPath(text: string, start: number): number {
  let depth = 0;
  let length = 0;
  for (let position = start; position < text.length; position++) {
    const character = text.charAt(position);
    if (character === "(" && ++depth > MAX_PARENTHESES) return -1;
    if (character === ")" && depth > 0) depth--;
    else if (PUNCTUATION.has(character)) {
      if (character !== ")" && character !== '"') continue;
      return isPunctuation(text, position) ? length : -1;
    }
    length = position + 1 - start;
  }
  return depth === 0 ? length : -1;
}

function isPunctuation(text: string, start: number): boolean {
  for (let position = start; position < text.length; position++) {
    if (!PUNCTUATION.has(text.charAt(position))) return false;
  }
  return true;
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
