import type { RawBuilder } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { TextQuery } from "#search/text-query.ts";
import type { TextSearch } from "#search/text-search.ts";
import type { Operand } from "./terms.ts";

/**
 * The kinds of channels that users can read without being subscribed to them. Guests can do so only in web-public
 * channels.
 */
export type OpenChannelKind = "public" | "web-public";

/** A channel that a term names. */
export interface NarrowChannel {
  readonly id: number;
  readonly recipientId: number;
  /** True if the current user may read messages that are sent to the channel now. */
  readonly isReadable: boolean;
  /**
   * True if all users who can read the channel can read all its messages. Otherwise they can read only the messages
   * that were sent while they were subscribed.
   */
  readonly isHistoryShared: boolean;
}

/** A topic. `recipientId` is the recipient of its channel. */
export interface NarrowTopic {
  readonly recipientId: number;
  readonly topicKey: string;
}

/** The conversation that a message is in. */
export interface MessageLocation {
  readonly recipientId: number;
  /** Null if the message is a direct message. */
  readonly channel: NarrowChannel | null;
  readonly topicKey: string;
}

/** The topics and channels that a user has muted, unmuted or followed. */
export interface TopicPolicies {
  /** Recipients of the channels that the user has muted. */
  readonly mutedRecipientIds: readonly number[];
  readonly muted: readonly NarrowTopic[];
  /** Topics that are shown even if their channel is muted, including followed topics. */
  readonly unmuted: readonly NarrowTopic[];
  readonly followed: readonly NarrowTopic[];
}

/**
 * Lookups for the objects that terms name. Lookups that are started in the same iteration of the event loop may be
 * combined into one query.
 */
export interface NarrowLookup {
  /**
   * Finds a channel of the organization by id, or by name ignoring case. Null if there is none that is visible to the
   * current user.
   */
  findChannel(reference: number | string): Promise<NarrowChannel | null>;
  /**
   * Finds a user of the organization or a system bot, by id or by email address, and returns the id. Null if there is
   * none that is visible to the current user.
   */
  findUserId(reference: number | string): Promise<number | null>;
  /**
   * Finds the recipient of the direct conversation between exactly these users. Null if the conversation has never had
   * messages.
   */
  findDirectConversation(userIds: readonly number[]): Promise<number | null>;
  /**
   * Lists the recipients of the current user's direct conversations that another user is also in: all of them, or only
   * group conversations (three or more users).
   */
  listConversationsWith(userId: number, only: "all" | "groups"): Promise<readonly number[]>;
  /** Loads the topics and channels that the current user has muted, unmuted and followed. */
  loadTopicPolicies(): Promise<TopicPolicies>;
  /**
   * Returns the conversation that a message is in now. Null if the message does not exist, or the current user may not
   * read it.
   */
  locateMessage(messageId: number): Promise<MessageLocation | null>;
  /** Prepares a search for messages of the organization by their text. */
  prepareTextSearch(query: TextQuery): Promise<TextSearch>;
}

/**
 * The SQL columns that conditions can use, besides the columns of `message`. They are never null, except where
 * documented.
 */
export interface NarrowColumns {
  /**
   * The message's recipient. Conditions on this column are evaluated once for each conversation, before the messages of
   * the conversation are read.
   */
  readonly recipientId: RawBuilder<number>;
  /** Null in direct conversations. */
  readonly channelId: RawBuilder<number | null>;
  /** For each kind of channel, the column of `channel` that is true for channels of that kind. */
  readonly isOpen: Readonly<Record<OpenChannelKind, RawBuilder<boolean>>>;
  readonly starred: RawBuilder<boolean>;
  readonly unread: RawBuilder<boolean>;
  readonly mentioned: RawBuilder<boolean>;
  readonly alerted: RawBuilder<boolean>;
}

/** The context in which terms are resolved. */
export interface NarrowScope {
  readonly userId: number;
  readonly lookup: NarrowLookup;
  readonly columns: NarrowColumns;
  /** Display name of the empty topic. */
  readonly emptyTopicName: string;
}

/** The properties of a message in memory that a narrow can test. */
export interface NarrowMessage {
  readonly id: number;
  readonly recipientId: number;
  readonly senderId: number;
  /** Null if the message is a direct message. */
  readonly channel: { readonly isPublic: boolean; readonly isWebPublic: boolean } | null;
  readonly topic: string;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  readonly hasReaction: boolean;
  /** The current user's flags of the message. */
  readonly flags: ReadonlySet<MessageFlag>;
}

/**
 * The properties of a message that the narrow of an event queue can test when the message is delivered to the queue.
 */
export interface QueueMessage {
  /** Null if the message is a direct message. */
  readonly channelName: string | null;
  readonly channelId: number | null;
  readonly topic: string;
  /** Display name of the topic. Unlike `topic`, it is not empty for the empty topic. */
  readonly topicName: string;
  readonly senderEmail: string;
  readonly senderId: number;
  /** The current user's flags of the message. */
  readonly flags: readonly MessageFlag[];
}

/** A flag of messages by which a user can filter, after the operator `is`. */
export type PersonalFilter = "starred" | "unread" | "mentioned" | "alerted";

/**
 * A set of topics, plus whole conversations. If `isInside` is true, these are the conversations of `recipientIds`;
 * otherwise they are all conversations except those.
 */
export interface ConversationSelection {
  readonly recipientIds: readonly number[];
  readonly isInside: boolean;
  readonly topics: readonly NarrowTopic[];
}

/**
 * Properties that all messages matching a term have in common. They determine which part of the database a query reads.
 */
export interface TermBounds {
  readonly kind?: "channel" | "direct";
  readonly channel?: NarrowChannel;
  readonly channels?: OpenChannelKind;
  readonly recipientIds?: readonly number[];
  readonly topicKey?: string;
  /** Conversations that contain all matching messages. They may contain other messages too. */
  readonly parts?: ConversationSelection;
  readonly senderId?: number;
  readonly messageId?: number;
  readonly personal?: PersonalFilter;
  /** True if a database index lists the messages that match the term, by conversation. */
  readonly isIndexed?: boolean;
  /** The text search that the messages must match. */
  readonly text?: TextSearch;
}

/** The meaning of a term without its negation. */
export interface TermMeaning {
  /**
   * "conversation" if the condition depends only on the conversation, so that either all of its messages match or none.
   * Otherwise "message".
   */
  readonly of: "conversation" | "message";
  /** Condition on the columns of `NarrowColumns` and of `message`. Never null. */
  readonly sql: RawBuilder<boolean>;
  readonly matches: (message: NarrowMessage) => boolean;
  readonly bounds?: TermBounds;
  /** The meaning of the negated term, if it is more than the inverse of `sql` and `matches`. */
  readonly negation?: TermMeaning;
}

/** An operator: its spellings and its meaning. */
export interface NarrowOperator {
  /** Other spellings, used by old clients. */
  readonly legacy?: readonly string[];
  /** The only valid operands. Undefined: a name, an id or any text is valid. */
  readonly words?: readonly string[];
  /** True if the operator does not depend on the current user, so that visitors who are not logged in may use it. */
  readonly isImpersonal?: boolean;
  /**
   * Returns the meaning of a term with this operator. Null if the term matches every message, negated or not.
   * @throws BadNarrow
   * @throws InvalidParameter for an operand of a wrong type
   */
  readonly understand: (operand: Operand, scope: NarrowScope) => TermMeaning | null | Promise<TermMeaning | null>;
  /** The meaning of the operator in the narrow of an event queue. Undefined: the operator is not allowed there. */
  readonly onQueue?: {
    readonly refuses?: readonly string[];
    /** Returns a key that is equal for equivalent operands. Null if the operand matches every message. */
    readonly comparable: (operand: string) => string | null;
    /** Maximum number of different operands that one message can match. */
    readonly maxAtOnce: number;
    readonly matches: (operand: string, message: QueueMessage) => boolean;
    /** True if the message matches an id as the operand. Undefined: ids are not allowed as operands. */
    readonly matchesId?: (id: number, message: QueueMessage) => boolean;
  };
}
