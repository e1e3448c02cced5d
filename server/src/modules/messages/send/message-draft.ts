import type { Submessage, TopicLink } from "@parlance/contract/entities/message.ts";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { RaisedVisibility } from "#modules/channels/topic-visibility/visibility-policies.ts";

/** Destination of a message: a channel, or the users of a direct message conversation including the sender. */
export type Destination =
  | {
      readonly kind: "channel";
      readonly channelId: number;
      readonly topic: string;
      /** The name by which the sender referred to the channel. Undefined if it was by id. */
      readonly name?: string;
    }
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message that is rendered and validated, and has no id yet. */
export interface MessageDraft {
  readonly senderId: number;
  readonly to: Destination;
  /** The links in its topic. Empty for direct messages. */
  readonly topicLinks: readonly TopicLink[];
  readonly content: string;
  readonly rendered: Rendered;
  /** Name of the sending client. */
  readonly client: string;
  /** Users for whom it counts as read from the start. */
  readonly readBy: readonly number[];
  /**
   * If given, it counts as read for all other recipients. These users must be subscribed to the channel, with their
   * subscriptions locked.
   */
  readonly unreadBy?: readonly number[] | undefined;
  /** The queue of the sending client, and that client's id for the message. */
  readonly echo?: { readonly queue_id: string; readonly local_id: string } | undefined;
}

/** A draft with its id and recipient. */
export interface NewMessage {
  readonly id: number;
  readonly recipientId: number;
  readonly draft: MessageDraft;
  /** The poll or to-do list that it creates. */
  readonly widget?: Submessage | undefined;
}

/** A message that was sent. */
export interface SentMessage {
  readonly id: number;
  /** What its topic became for the sender through it: unmuted or followed. */
  readonly automatic_new_visibility_policy?: RaisedVisibility;
}
