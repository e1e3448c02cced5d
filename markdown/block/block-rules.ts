import { parseIndentedCode } from "./indented-code.ts";
import { parseHeading, parseRule } from "./heading.ts";
import { continueItem, parseBullets, parseNumbers } from "./list.ts";
import { parseParagraph, skipBlank } from "./paragraph.ts";
import type { BlockRule } from "./block-parser.ts";
import { parseQuote } from "./quote.ts";
import { parseTable } from "./table.ts";

/** Rules for blocks, in order of precedence. The last rule always applies. */
export const blockRules: readonly BlockRule[] = [
  skipBlank,
  continueItem,
  parseIndentedCode,
  parseHeading,
  parseTable,
  parseRule,
  parseNumbers,
  parseBullets,
  parseQuote,
  parseParagraph,
];
