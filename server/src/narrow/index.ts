import { sql, type RawBuilder } from "kysely";
import type { TextSearch } from "#search/text-search.ts";
import { resolveWithOperator } from "./resolve-with-operator.ts";
import { BadNarrow } from "./errors.ts";
import type {
  TermBounds,
  TermMeaning,
  NarrowChannel,
  NarrowMessage,
  OpenChannelKind,
  ConversationSelection,
  PersonalFilter,
  NarrowScope,
} from "./term-meaning.ts";
import { operators, parseTerms } from "./operators.ts";
import type { NarrowTerms, Term } from "./terms.ts";
import { joinSearchTerms } from "./text-operator.ts";
import { negate } from "./topic-operators.ts";

/**
 * True if visitors who are not logged in may use the narrow: it is limited to web-public channels, and no operator
 * depends on the current user.
 */
export function isAllowedForSpectators(terms: NarrowTerms): boolean {
  const read = parseTerms(terms);
  const stays = read.some(
    ({ operator, operand, negated }) => operator === "channels" && operand === "web-public" && !negated,
  );
  return stays && read.every(({ operator }) => operators.get(operator)?.isImpersonal === true);
}

export { BadNarrow, BadNarrowCombination, NarrowNotSupported, OperandNotSupported } from "./errors.ts";
export type {
  NarrowColumns,
  NarrowLookup,
  MessageLocation,
  NarrowChannel,
  NarrowMessage,
  NarrowTopic,
  TopicPolicies,
  ConversationSelection,
  PersonalFilter,
  QueueMessage,
  NarrowScope,
} from "./term-meaning.ts";
export { operators, RESOLVED_PREFIX } from "./operators.ts";
export { checkQueueNarrow, matchesQueueNarrow, type QueueNarrow } from "./queue-narrow.ts";
export { NarrowTerms, QueueTerms } from "./terms.ts";
export { isNotMuted } from "./topic-operators.ts";

/** A resolved narrow: its terms as conditions for the database and for messages in memory. */
export interface Narrow {
  /** Condition that combines all terms that depend only on the conversation. It selects the conversations to search. */
  readonly conversations: RawBuilder<boolean>;
  /** The terms that depend on the message. `messageCondition` combines them. */
  readonly messageTerms: readonly MessageTerm[];
  /** True if a message in memory matches the narrow. Must not be called if a term searches the text of messages. */
  readonly matches: (message: NarrowMessage) => boolean;
  readonly bounds: NarrowBounds;
  /**
   * True if a term has the operator `is`, such as `is:starred`, with any operand but `resolved`. The narrow then
   * matches only messages that the current user received.
   */
  readonly isPersonal: boolean;
}

/** A term that depends on the message. */
export interface MessageTerm {
  readonly sql: RawBuilder<boolean>;
  /** "text" if the term searches the text of messages; the filter's name if it is a personal filter. */
  readonly kind?: "text" | PersonalFilter | undefined;
}

/**
 * Condition that combines the terms of a narrow that depend on the message. `evaluated`: the kind of terms that it
 * omits, because the query selects the messages that match them in another way.
 */
export const messageCondition = ({ messageTerms }: Narrow, evaluated?: MessageTerm["kind"]): RawBuilder<boolean> =>
  allConditions(messageTerms.filter(({ kind }) => kind === undefined || kind !== evaluated));

/** Properties that all matching messages have in common. Undefined: the narrow does not restrict the property. */
export interface NarrowBounds {
  readonly kind: "channel" | "direct" | undefined;
  /**
   * The channel that the terms name. If they name several, the first one that the current user cannot read, or else the
   * first one.
   */
  readonly channel: NarrowChannel | undefined;
  readonly channels: OpenChannelKind | undefined;
  /** Recipients of the matching messages. Undefined: any recipients. */
  readonly recipientIds: readonly number[] | undefined;
  readonly topicKey: string | undefined;
  readonly parts: ConversationSelection | undefined;
  readonly senderId: number | undefined;
  readonly messageId: number | undefined;
  readonly personal: readonly PersonalFilter[];
  /** True if a term has a database index that lists the messages matching the term, by conversation. */
  readonly isIndexed: boolean;
  readonly text: TextSearch | undefined;
}

/** Options for resolving a narrow. */
export interface NarrowOptions {
  /** True if the operator `with` is allowed; otherwise it is rejected as an unknown operator. Default: true. */
  readonly allowsWith?: boolean;
}

/**
 * Resolves a narrow. If several terms are invalid, the error of the first one is thrown; but malformed or duplicate
 * `with` terms and invalid searches are reported before all others.
 * @throws BadNarrow, BadNarrowCombination
 * @throws InvalidParameter for an operand of a wrong type
 */
export async function resolveNarrow(
  terms: NarrowTerms,
  scope: NarrowScope,
  options: NarrowOptions = {},
): Promise<Narrow> {
  const read = parseTerms(terms);
  const wanted = joinSearchTerms(options.allowsWith === false ? read : await resolveWithOperator(read, scope));
  const understood = await allSettledOrThrow(wanted.map((term) => resolveTerm(term, scope, options)));
  const meanings = understood.filter((meaning) => meaning !== null);
  const bounds = meanings.flatMap((meaning) => meaning.bounds ?? []);
  if (new Set(bounds.flatMap(({ kind }) => kind ?? [])).size > 1) {
    throw new BadNarrow({ desc: "No message can be both a channel message and direct message" });
  }
  return {
    conversations: allConditions(meanings.filter((meaning) => meaning.of === "conversation")),
    messageTerms: meanings
      .filter((meaning) => meaning.of === "message")
      .map((meaning) => ({ sql: meaning.sql, kind: meaning.bounds?.text ? "text" : meaning.bounds?.personal })),
    matches: (message) => meanings.every((meaning) => meaning.matches(message)),
    bounds: combineBounds(bounds),
    isPersonal: read.some((term) => term.operator === "is" && term.operand !== "resolved"),
  };
}

async function resolveTerm(
  { operator, rawOperator, operand, negated }: Term,
  scope: NarrowScope,
  options: NarrowOptions,
): Promise<TermMeaning | null> {
  const known = operator === "with" && options.allowsWith === false ? undefined : operators.get(operator);
  if (!known) throw new BadNarrow({ desc: `unknown operator ${rawOperator}` });
  const meaning = await known.understand(operand, scope);
  return meaning && negated ? negate(meaning) : meaning;
}

/** Waits for all promises. Returns their results, or throws the error of the first promise in the list that failed. */
async function allSettledOrThrow<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

const allConditions = (meanings: readonly { readonly sql: RawBuilder<boolean> }[]): RawBuilder<boolean> =>
  meanings.length === 0
    ? sql`true`
    : sql.join(
        meanings.map((meaning) => meaning.sql),
        sql` and `,
      );

function combineBounds(bounds: readonly TermBounds[]): NarrowBounds {
  const first = <K extends keyof TermBounds>(name: K): TermBounds[K] | undefined =>
    bounds.find((one) => one[name] !== undefined)?.[name];
  const recipients = bounds.flatMap(({ recipientIds }) => (recipientIds ? [recipientIds] : []));
  return {
    kind: first("kind"),
    channel: bounds.find(({ channel }) => channel?.isReadable === false)?.channel ?? first("channel"),
    channels: first("channels"),
    recipientIds:
      recipients.length > 0 ? recipients.reduce((some, others) => some.filter((id) => others.includes(id))) : undefined,
    topicKey: first("topicKey"),
    parts: bounds.find(({ parts }) => parts?.isInside)?.parts ?? first("parts"),
    senderId: first("senderId"),
    messageId: first("messageId"),
    personal: bounds.flatMap(({ personal }) => personal ?? []),
    isIndexed: bounds.some(({ isIndexed }) => isIndexed === true),
    text: first("text"),
  };
}
