import { parseIndentedCode } from "./indented-code.ts";
import { parseHeading, parseRule } from "./heading.ts";
import { continueItem, parseBullets, parseNumbers } from "./list.ts";
import { parseParagraph, skipBlank } from "./paragraph.ts";
import type { BlockRule } from "./block-parser.ts";
import { parseQuote } from "./quote.ts";
import { parseTable } from "./table.ts";

/** In order of precedence; the last one always applies. */
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
