import { channelLink } from "./channel-links.ts";
import { codeSpan } from "./code-span.ts";
import { bareLink, namedLink } from "./links.ts";
import { math } from "./math.ts";
import { groupMention, userMention } from "./mentions.ts";
import { entity, newline } from "./entities-and-newlines.ts";
import type { InlineRule } from "./inline-parser.ts";
import { timeElement } from "./time-element.ts";

/** Inline rules in order of precedence. Emphasis is processed after all of them. */
export const inlineRules: readonly InlineRule[] = [
  codeSpan,
  userMention,
  math,
  channelLink,
  timeElement,
  groupMention,
  namedLink,
  bareLink,
  entity,
  newline,
];
