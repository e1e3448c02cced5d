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
/** Paths of addresses that turn out to be none are looked through again from the next start, but not for ever. */
const MAX_SCANNED_CHARACTERS = 200_000;
const PUNCTUATION = new Set("!:;?),.'\">");
/** Between blanks and backticks; an address takes all of it, but for what precedes an opening. */
const CANDIDATE = /[^\s`]+/g;
const START = /(?<=['"(,:<])|^/g;
const HOST = /https?:\/\/[\p{L}\p{N}_.:@-]+/iuy;
const DOMAIN = /(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}-]+)/uy;
const MAILBOX = /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+/uy;

const known = new Set(topLevelDomains);

/**
 * The web and mail addresses in a text, in order. They start where a word does or behind an opening, and end before a
 * blank, but for punctuation; none reaches over a backtick, which may begin code.
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
  /** How many more characters may be looked at. */
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

/** The length of what belongs to an address behind its host; negative if it is none. */
function lengthAfter(text: string, start: number, patience: ScanBudget): number {
  if (!/[/?#]/.test(text.charAt(start))) return isPunctuation(text, start) ? 0 : -1;
  patience.characters -= text.length - start;
  return patience.characters < 0 ? -1 : lengthOfPath(text, start);
}

/**
 * The length of a path that ends at the text's end. What ends a sentence or closes a bracket around the address is not
 * part of it; a bracket that it opens itself is. Negative if brackets are not paired, or if there are quotation marks.
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
