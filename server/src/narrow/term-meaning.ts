import type { RawBuilder } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { TextQuery } from "#search/text-query.ts";
import type { TextSearch } from "#search/text-search.ts";
import type { Operand } from "./terms.ts";

/** The kinds of channels that users other than their subscribers can read. */
export type OpenChannelKind = "public" | "web-public";

/** A channel that a term names. */
export interface NarrowChannel {
  readonly id: number;
  readonly recipientId: number;
  /** Whether the current user may read messages that are sent there now. */
  readonly isReadable: boolean;
  /** Whether users who can read the channel can also read its earlier messages. */
  readonly isHistoryShared: boolean;
}

/** A topic of the channel with this recipient. */
export interface NarrowTopic {
  readonly recipientId: number;
  readonly topicKey: string;
}

/** Conversation of a message. */
export interface MessageLocation {
  readonly recipientId: number;
  /** Null: a direct message. */
  readonly channel: NarrowChannel | null;
  readonly topicKey: string;
}

/** Topics and channels that a user has muted, unmuted and followed. */
export interface TopicPolicies {
  /** Recipients of muted channels. */
  readonly mutedRecipientIds: readonly number[];
  readonly muted: readonly NarrowTopic[];
  /** Topics that are shown even if their channel is muted, including followed topics. */
  readonly unmuted: readonly NarrowTopic[];
  readonly followed: readonly NarrowTopic[];
}

/**
 * Lookups for the objects that terms name. Lookups in the same turn of the event loop may be combined into one query.
 */
export interface NarrowLookup {
  /** Finds a channel of the organization that is visible to the current user, by id, or by name ignoring case. */
  findChannel(reference: number | string): Promise<NarrowChannel | null>;
  /**
   * Finds the id of a user of the organization that is visible to the current user, or of a system bot, by id or by
   * email address.
   */
  findUserId(reference: number | string): Promise<number | null>;
  /** Finds the recipient of the direct conversation between exactly these users, if it has ever had messages. */
  findDirectConversation(userIds: readonly number[]): Promise<number | null>;
  /**
   * Lists the recipients of the current user's conversations that another user is in: all, or only group conversations
   * (three or more users).
   */
  listConversationsWith(userId: number, only: "all" | "groups"): Promise<readonly number[]>;
  /** Loads the topics and channels that the current user has muted, unmuted and followed. */
  loadTopicPolicies(): Promise<TopicPolicies>;
  /** Returns the current conversation of a message, if the message exists and the current user may read it. */
  locateMessage(messageId: number): Promise<MessageLocation | null>;
  /** Prepares a search for messages of the organization that contain a text. */
  prepareTextSearch(query: TextQuery): Promise<TextSearch>;
}

/**
 * The columns that a query offers to conditions, besides the columns of `message`. None is ever null unless documented.
 */
export interface NarrowColumns {
  /**
   * The message's recipient. Conditions on it are evaluated once for each conversation, before its messages are read.
   */
  readonly recipientId: RawBuilder<number>;
  /** Null for direct conversations. */
  readonly channelId: RawBuilder<number | null>;
  /** The columns of `channel` that distinguish the kinds of channels. */
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
  /** Null: a direct message. */
  readonly channel: { readonly isPublic: boolean; readonly isWebPublic: boolean } | null;
  readonly topic: string;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  readonly hasReaction: boolean;
  /** The current user's flags. */
  readonly flags: ReadonlySet<MessageFlag>;
}

/** The properties of a message in delivery that the narrow of an event queue can test. */
export interface QueueMessage {
  /** Null: a direct message. */
  readonly channelName: string | null;
  readonly channelId: number | null;
  readonly topic: string;
  /** Display name of the topic; the empty topic has one too. */
  readonly topicName: string;
  readonly senderEmail: string;
  readonly senderId: number;
  /** The current user's flags. */
  readonly flags: readonly MessageFlag[];
}

/** A flag of the user's own that a narrow filters by. */
export type PersonalFilter = "starred" | "unread" | "mentioned" | "alerted";

/** A set of topics, and either the conversations of the recipients (`isInside`) or all other conversations. */
export interface ConversationSelection {
  readonly recipientIds: readonly number[];
  readonly isInside: boolean;
  readonly topics: readonly NarrowTopic[];
}

/** Properties that all matching messages have in common. They determine where a query looks. */
export interface TermBounds {
  readonly kind?: "channel" | "direct";
  readonly channel?: NarrowChannel;
  readonly channels?: OpenChannelKind;
  readonly recipientIds?: readonly number[];
  readonly topicKey?: string;
  /** The conversations that contain all matching messages. */
  readonly parts?: ConversationSelection;
  readonly senderId?: number;
  readonly messageId?: number;
  readonly personal?: PersonalFilter;
  /** Whether an index contains the matching messages by conversation. */
  readonly isIndexed?: boolean;
  /** Text search that the messages must match. */
  readonly text?: TextSearch;
}

/** The meaning of a term, as if it were not negated. */
export interface TermMeaning {
  /** The scope of the condition: the conversation alone (all of its messages match, or none), or the message. */
  readonly of: "conversation" | "message";
  /** Never null. */
  readonly sql: RawBuilder<boolean>;
  readonly matches: (message: NarrowMessage) => boolean;
  readonly bounds?: TermBounds;
  /** The meaning of the negated term, if it is more than the inverse of the condition. */
  readonly negation?: TermMeaning;
}

/** An operator: how it is written, and what it means. */
export interface NarrowOperator {
  /** Other spellings, used by old clients. */
  readonly legacy?: readonly string[];
  /** The only operands that are valid; undefined: a name, an id or any text. */
  readonly words?: readonly string[];
  /** Whether it does not depend on the current user, so that visitors who are not logged in may use it. */
  readonly isImpersonal?: boolean;
  /**
   * Resolves a term. Null if it matches every message, negated or not. Throws BadNarrow, or InvalidParameter for an
   * operand of a wrong type.
   */
  readonly understand: (operand: Operand, scope: NarrowScope) => TermMeaning | null | Promise<TermMeaning | null>;
  /** The meaning of the operator in the narrow of an event queue; undefined: not allowed there. */
  readonly onQueue?: {
    readonly refuses?: readonly string[];
    /** Returns a key that is the same for equivalent operands; null if the operand matches every message. */
    readonly comparable: (operand: string) => string | null;
    /** Maximum number of different operands that one message can match. */
    readonly mostAtOnce: number;
    readonly matches: (operand: string, message: QueueMessage) => boolean;
    /** Matches an id as the operand; undefined: ids are not allowed. */
    readonly matchesId?: (id: number, message: QueueMessage) => boolean;
  };
}
