import type { RawBuilder } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { TextQuery } from "#search/text-query.ts";
import type { TextSearch } from "#search/text-search.ts";
import type { Operand } from "./terms.ts";

/** The kinds of channels that are open to more than their subscribers. */
export type OpenChannelKind = "public" | "web-public";

/** A channel that a term names. */
export interface NarrowChannel {
  readonly id: number;
  readonly recipientId: number;
  /** The reader may read what is written there now. */
  readonly isReadable: boolean;
  /** Whoever may read it reads all of it, also what was written before. */
  readonly isHistoryShared: boolean;
}

/** A topic of the channel with this recipient. */
export interface NarrowTopic {
  readonly recipientId: number;
  readonly topicKey: string;
}

/** Where a message is. */
export interface MessageLocation {
  readonly recipientId: number;
  /** Null: a direct message. */
  readonly channel: NarrowChannel | null;
  readonly topicKey: string;
}

/** What a user muted, unmuted and follows. */
export interface TopicPolicies {
  /** The recipients of muted channels. */
  readonly mutedRecipientIds: readonly number[];
  readonly muted: readonly NarrowTopic[];
  /** Shown though their channels may be muted; those that are followed, too. */
  readonly unmuted: readonly NarrowTopic[];
  readonly followed: readonly NarrowTopic[];
}

/** Where terms look up what they name. What comes in the same turn may be answered by one query. */
export interface NarrowLookup {
  /** A channel of the organization that the reader may know of, by id or by name in whatever case. */
  findChannel(reference: number | string): Promise<NarrowChannel | null>;
  /** The id of a user of the organization that the reader may know of, or of a system bot, by id or by address. */
  findUserId(reference: number | string): Promise<number | null>;
  /** The recipient of a direct conversation of exactly these people, if anything was ever written there. */
  findDirectConversation(userIds: readonly number[]): Promise<number | null>;
  /** The recipients of the reader's conversations that somebody else is in: all, or those of three and more. */
  listConversationsWith(userId: number, only: "all" | "groups"): Promise<readonly number[]>;
  /** What the reader muted, unmuted and follows. */
  loadTopicPolicies(): Promise<TopicPolicies>;
  /** Where a message is now, if there is one that the reader may read. */
  locateMessage(messageId: number): Promise<MessageLocation | null>;
  /** How to find the messages of the organization that say something. */
  prepareTextSearch(query: TextQuery): Promise<TextSearch>;
}

/** What a query offers to conditions, besides rows of `message`. None of it is ever null, unless it says so. */
export interface NarrowColumns {
  /** Where the message is: of each conversation only once, before its messages are looked at. */
  readonly recipientId: RawBuilder<number>;
  /** Null for direct conversations. */
  readonly channelId: RawBuilder<number | null>;
  /** The columns of `channel` that tell kinds of channels apart. */
  readonly isOpen: Readonly<Record<OpenChannelKind, RawBuilder<boolean>>>;
  readonly starred: RawBuilder<boolean>;
  readonly unread: RawBuilder<boolean>;
  readonly mentioned: RawBuilder<boolean>;
  readonly alerted: RawBuilder<boolean>;
}

/** What terms are understood with. */
export interface NarrowScope {
  readonly userId: number;
  readonly lookup: NarrowLookup;
  readonly columns: NarrowColumns;
  /** What people call the empty topic. */
  readonly emptyTopicName: string;
}

/** What a narrow can ask of a message at hand. */
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
  /** The reader's. */
  readonly flags: ReadonlySet<MessageFlag>;
}

/** What the narrow of an event queue can ask of a message that is on its way. */
export interface QueueMessage {
  /** Null: a direct message. */
  readonly channelName: string | null;
  readonly channelId: number | null;
  readonly topic: string;
  /** What people call the topic: the empty one has a name, too. */
  readonly topicName: string;
  readonly senderEmail: string;
  readonly senderId: number;
  /** The reader's. */
  readonly flags: readonly MessageFlag[];
}

/** What a user's own relation to a message is. */
export type PersonalFilter = "starred" | "unread" | "mentioned" | "alerted";

/** Some topics; and the conversations of these recipients, or all others. */
export interface ConversationSelection {
  readonly recipientIds: readonly number[];
  readonly isInside: boolean;
  readonly topics: readonly NarrowTopic[];
}

/** What all messages that match have in common: it tells where to look for them. */
export interface TermBounds {
  readonly kind?: "channel" | "direct";
  readonly channel?: NarrowChannel;
  readonly channels?: OpenChannelKind;
  readonly recipientIds?: readonly number[];
  readonly topicKey?: string;
  /** Where to look: nothing that matches is elsewhere. */
  readonly parts?: ConversationSelection;
  readonly senderId?: number;
  readonly messageId?: number;
  readonly personal?: PersonalFilter;
  /** Whether an index has them by conversation. */
  readonly isIndexed?: boolean;
  /** What they say. */
  readonly text?: TextSearch;
}

/** What a term means, as if it were not negated. */
export interface TermMeaning {
  /** What the condition depends on: the conversation alone (all messages there match, or none), or the message. */
  readonly of: "conversation" | "message";
  /** Never null. */
  readonly sql: RawBuilder<boolean>;
  readonly matches: (message: NarrowMessage) => boolean;
  readonly bounds?: TermBounds;
  /** What it means when it is negated, where that is more than not to match. */
  readonly negation?: TermMeaning;
}

/** What an operator means, and how it is written. */
export interface NarrowOperator {
  /** Other spellings, by old clients. */
  readonly legacy?: readonly string[];
  /** The only operands that there are; undefined: it takes a name, an id or some text. */
  readonly words?: readonly string[];
  /** Whether it asks nothing about the reader: people who did not sign in may use it. */
  readonly isImpersonal?: boolean;
  /**
   * What a term means. Null: it finds everything, negated or not. Throws BadNarrow, or InvalidParameter for an operand of a
   * wrong type.
   */
  readonly understand: (operand: Operand, scope: NarrowScope) => TermMeaning | null | Promise<TermMeaning | null>;
  /** What it means in the narrow of an event queue; undefined: it is not allowed there. */
  readonly onQueue?: {
    readonly refuses?: readonly string[];
    /** What equal operands have in common; null: it lets everything pass. */
    readonly comparable: (operand: string) => string | null;
    /** The most different operands that one message can match. */
    readonly mostAtOnce: number;
    readonly matches: (operand: string, message: QueueMessage) => boolean;
    /** The same for an id; undefined: it takes none. */
    readonly matchesId?: (id: number, message: QueueMessage) => boolean;
  };
}
