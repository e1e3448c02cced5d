import { sql } from "kysely";
import { BadNarrow } from "./errors.ts";
import type { TermMeaning, NarrowOperator, PersonalFilter, QueueMessage, NarrowScope } from "./term-meaning.ts";
import { parseMessageId, parseReference, parseText } from "./operands.ts";
import {
  inChannel,
  inChannelsOfKind,
  inConversationOf,
  inConversationsWith,
  inGroupsWith,
  inTopic,
  isDirect,
  resolveUser,
  inConversationOfMessage,
} from "./conversation-operators.ts";
import type { NarrowTerms, Operand, Term } from "./terms.ts";
import { matchingText } from "./text-operator.ts";
import { isFollowed, isNotMuted, isMuted } from "./topic-operators.ts";

/** Prefix of the names of resolved topics: ✔ and a space. */
export const RESOLVED_PREFIX = "\u2714 ";

type KeywordMeaning = (scope: NarrowScope) => TermMeaning | null | Promise<TermMeaning | null>;

/** Creates an operator whose operands are fixed keywords, such as `is:starred`. */
const keywordOperator = (meanings: Readonly<Record<string, KeywordMeaning>>, unknown: string) => ({
  words: Object.keys(meanings),
  understand(operand: Operand, scope: NarrowScope) {
    const word = parseText(operand);
    if (!Object.hasOwn(meanings, word)) throw new BadNarrow({ desc: `${unknown} ${word}` });
    return meanings[word]?.(scope) ?? null;
  },
});

const personal =
  (word: PersonalFilter, matches: TermMeaning["matches"]): KeywordMeaning =>
  ({ columns }) => ({ of: "message", sql: columns[word], matches, bounds: { personal: word } });

type ContentColumn = "has_link" | "has_image" | "has_attachment" | "has_reaction";

const has = (column: ContentColumn, matches: TermMeaning["matches"]) => (): TermMeaning => ({
  of: "message",
  sql: sql`message.${sql.raw(column)}`,
  matches,
  bounds: { isIndexed: true },
});

const resolved = (): TermMeaning => ({
  of: "message",
  sql: sql`starts_with(message.topic_key, ${sql.lit(RESOLVED_PREFIX)})`,
  matches: ({ topic }) => topic.startsWith(RESOLVED_PREFIX),
  bounds: { kind: "channel", isIndexed: true },
});

const equalsIgnoringCase = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();

const lowerCase = (name: string) => name.toLowerCase();

/**
 * Conditions of the keywords after `is` in the narrow of an event queue. All others match every message there, except
 * `followed`, which is rejected.
 */
const isOnQueue: Readonly<Record<string, (message: QueueMessage) => boolean>> = {
  dm: ({ channelName }) => channelName === null,
  private: ({ channelName }) => channelName === null,
  starred: ({ flags }) => flags.includes("starred"),
  unread: ({ flags }) => !flags.includes("read"),
  mentioned: ({ flags }) => flags.includes("mentioned"),
  alerted: ({ flags }) => flags.includes("mentioned"),
  resolved: ({ channelName, topic }) => channelName !== null && topic.startsWith(RESOLVED_PREFIX),
};

const operatorTable = {
  channel: {
    legacy: ["stream"],
    isImpersonal: true,
    understand: inChannel,
    onQueue: {
      comparable: lowerCase,
      maxAtOnce: 1,
      matches: (name, { channelName }) => equalsIgnoringCase(channelName, name),
      matchesId: (id, { channelId }) => channelId === id,
    },
  },

  channels: {
    legacy: ["streams"],
    isImpersonal: true,
    ...keywordOperator(
      { public: inChannelsOfKind("public"), "web-public": inChannelsOfKind("web-public") },
      "unknown channels operand",
    ),
  },

  topic: {
    isImpersonal: true,
    understand(operand, scope) {
      const name = parseText(operand);
      return inTopic((name === scope.emptyTopicName ? "" : name).toLowerCase(), scope);
    },
    onQueue: {
      comparable: lowerCase,
      // The empty topic also matches its display name, so two different operands can match the same message.
      maxAtOnce: 2,
      matches: (name, { channelName, topic, topicName }) =>
        channelName !== null && (equalsIgnoringCase(topic, name) || equalsIgnoringCase(topicName, name)),
    },
  },

  dm: { legacy: ["pm-with", "pm_with"], understand: inConversationOf },

  "dm-including": { understand: inConversationsWith },

  "group-pm-with": { legacy: ["group_pm_with"], understand: inGroupsWith },

  with: { isImpersonal: true, understand: inConversationOfMessage },

  sender: {
    isImpersonal: true,
    async understand(operand, scope) {
      const senderId = await resolveUser(operand, scope);
      return {
        of: "message",
        sql: sql`message.sender_id = ${senderId}`,
        matches: (message) => message.senderId === senderId,
        bounds: { senderId },
      };
    },
    onQueue: {
      comparable: lowerCase,
      maxAtOnce: 1,
      matches: (address, { senderEmail }) => equalsIgnoringCase(senderEmail, address),
      matchesId: (id, { senderId }) => senderId === id,
    },
  },

  id: {
    isImpersonal: true,
    understand(operand) {
      const id = parseMessageId(operand, "Invalid message ID");
      return {
        of: "message",
        sql: sql`message.id = ${id}::bigint`,
        matches: (message) => message.id === id,
        bounds: { messageId: id },
      };
    },
  },

  search: { isImpersonal: true, understand: matchingText },

  near: {
    isImpersonal: true,
    understand(operand) {
      parseReference(operand);
      return null;
    },
  },

  has: {
    isImpersonal: true,
    ...keywordOperator(
      {
        link: has("has_link", ({ hasLink }) => hasLink),
        image: has("has_image", ({ hasImage }) => hasImage),
        attachment: has("has_attachment", ({ hasAttachment }) => hasAttachment),
        reaction: has("has_reaction", ({ hasReaction }) => hasReaction),
      },
      "unknown 'has' operand",
    ),
  },

  in: keywordOperator({ home: isNotMuted, all: () => null }, "unknown 'in' operand"),

  is: {
    ...keywordOperator(
      {
        dm: isDirect,
        private: isDirect,
        starred: personal("starred", ({ flags }) => flags.has("starred")),
        unread: personal("unread", ({ flags }) => !flags.has("read")),
        mentioned: personal("mentioned", ({ flags }) => flags.has("mentioned") || flags.has("wildcard_mentioned")),
        alerted: personal("alerted", ({ flags }) => flags.has("has_alert_word")),
        resolved,
        followed: isFollowed,
        muted: isMuted,
      },
      "unknown 'is' operand",
    ),
    onQueue: {
      refuses: ["followed"],
      comparable: (word) => (Object.hasOwn(isOnQueue, word) ? word : null),
      maxAtOnce: Object.keys(isOnQueue).length,
      matches: (word, message) => isOnQueue[word]?.(message) ?? true,
    },
  },
} satisfies Readonly<Record<string, NarrowOperator>>;

/** All operators of narrows, by canonical name: their spellings and meanings. */
export const operators: ReadonlyMap<string, NarrowOperator> = new Map<string, NarrowOperator>(
  Object.entries(operatorTable),
);

const canonicalNames = new Map([...operators].flatMap(([name, { legacy = [] }]) => legacy.map((old) => [old, name])));

/** Returns the canonical name of an operator, which may be given in a legacy spelling. */
export const canonicalOperator = (operator: string): string => canonicalNames.get(operator) ?? operator;

/**
 * Parses terms into their canonical form. Duplicate terms are removed, except those with the operator `with`: it must
 * not occur twice, which is checked later.
 */
export function parseTerms(terms: NarrowTerms): Term[] {
  const read = new Map<string, Term>();
  for (const term of terms) {
    const [written, operand, negated = false] = Array.isArray(term)
      ? term
      : [term.operator, term.operand, term.negated];
    const operator = canonicalOperator(written);
    const key = JSON.stringify([operator, operand, negated, operator === "with" ? read.size : 0]);
    if (!read.has(key)) read.set(key, { operator, rawOperator: written, operand, negated });
  }
  return [...read.values()];
}
