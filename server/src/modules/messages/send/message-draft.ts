import type { Submessage, TopicLink } from "@parlance/contract/entities/message.ts";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { RaisedVisibility } from "#modules/channels/topic-visibility/visibility-policies.ts";

/**
 * Destination of a message: a topic of a channel, or a direct message conversation, given by its users including the
 * sender.
 */
export type Destination =
  | {
      readonly kind: "channel";
      readonly channelId: number;
      readonly topic: string;
      /** The name with which the sender referred to the channel. Undefined if the sender used the id. */
      readonly name?: string;
    }
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A validated and rendered message that has no id yet. */
export interface MessageDraft {
  readonly senderId: number;
  readonly to: Destination;
  /** Links that the organization's linkifiers find in the topic. Empty for direct messages. */
  readonly topicLinks: readonly TopicLink[];
  readonly content: string;
  readonly rendered: Rendered;
  /** Name of the sending client. */
  readonly client: string;
  /** Ids of users for whom the message is read from the start. */
  readonly readBy: readonly number[];
  /**
   * If this is given, the message is unread for these users and read for all others. The users must be subscribed to
   * the channel, and their subscriptions must be locked.
   */
  readonly unreadBy?: readonly number[] | undefined;
  /** The event queue of the client that sends the message, and the id that this client assigned to the message. */
  readonly echo?: { readonly queue_id: string; readonly local_id: string } | undefined;
}

/** A draft with the message's allocated id and its recipient. */
export interface NewMessage {
  readonly id: number;
  readonly recipientId: number;
  readonly draft: MessageDraft;
  /** The poll or to-do list that the message creates, if any. */
  readonly widget?: Submessage | undefined;
}

/** A message that was sent. */
export interface SentMessage {
  readonly id: number;
  /** Set if sending the message made the sender automatically unmute or follow the topic. */
  readonly automatic_new_visibility_policy?: RaisedVisibility;
}
