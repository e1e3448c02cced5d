import { topLevelDomains } from "./top-level-domains.ts";

/** A URL or email address in a text without markup. */
export interface BareLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/** Matches what every address has and few sentences have: a dot or an at sign within a word, or a scheme. */
const MAY_BE_ADDRESS = /[.@][^\s.]|:\/\//;
const MAX_PARENTHESES = 6;
/**
 * Maximum number of characters to scan. Paths of addresses that turn out to be invalid are scanned again from the next
 * start, but not without limit.
 */
const MAX_SCANNED_CHARACTERS = 200_000;
const PUNCTUATION = new Set("!:;?),.'\">");
/** Text between spaces and backticks; an address extends over all of it, except what precedes an opening character. */
const CANDIDATE = /[^\s`]+/g;
const START = /(?<=['"(,:<])|^/g;
const HOST = /https?:\/\/[\p{L}\p{N}_.:@-]+/iuy;
const DOMAIN = /(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}-]+)/uy;
const MAILBOX = /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+/uy;

const known = new Set(topLevelDomains);

/**
 * Finds the web and email addresses in a text, in order. They start where a word starts or after an opening character,
 * and end before a space, without punctuation. None extends over a backtick, which may start code.
 */
export function findBareLinks(text: string): BareLink[] {
  if (!MAY_BE_ADDRESS.test(text)) return [];
  const links: BareLink[] = [];
  const patience = { characters: MAX_SCANNED_CHARACTERS };
  for (const { 0: stretch, index } of text.matchAll(CANDIDATE)) {
    if (!MAY_BE_ADDRESS.test(stretch)) continue;
    for (const { index: start } of stretch.matchAll(START)) {
      if (start === 0 && text[index - 1] === "`") continue;
      const link = linkAt(stretch, start, patience);
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

function linkAt(text: string, start: number, patience: ScanBudget): { length: number; href: string } | null {
  const mailbox = matchAt(MAILBOX, text, start)?.[0];
  if (mailbox !== undefined && isPunctuation(text, start + mailbox.length)) {
    return { length: mailbox.length, href: `mailto:${mailbox}` };
  }
  const host = matchAt(HOST, text, start)?.[0].replace(/[.:]+$/, "");
  const [domain, topLevel = ""] = matchAt(DOMAIN, text, start) ?? [];
  const name = host ?? (known.has(topLevel) ? domain : undefined);
  if (name === undefined) return null;
  const pathLength = lengthAfter(text, start + name.length, patience);
  if (pathLength < 0) return null;
  const address = text.slice(start, start + name.length + pathLength);
  return { length: address.length, href: host === undefined ? `http://${address}` : address };
}

/** Returns the length of the part of an address after its host; negative if it is not an address. */
function lengthAfter(text: string, start: number, patience: ScanBudget): number {
  if (!/[/?#]/.test(text.charAt(start))) return isPunctuation(text, start) ? 0 : -1;
  patience.characters -= text.length - start;
  return patience.characters < 0 ? -1 : lengthOfPath(text, start);
}

/**
 * Returns the length of a path that extends to the end of the text. Punctuation at the end of a sentence, and a bracket
 * that closes one around the address, are not part of it; a bracket that it opens itself is. Negative if brackets are
 * not paired, or if there are quotation marks.
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
