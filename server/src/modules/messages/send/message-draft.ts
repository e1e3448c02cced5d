import type { Submessage, TopicLink } from "@parlance/contract/entities/message.ts";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { RaisedVisibility } from "#modules/channels/topic-visibility/visibility-policies.ts";

/** Whom a message goes to: a channel, or the people of a direct conversation, the sender among them. */
export type Destination =
  | {
      readonly kind: "channel";
      readonly channelId: number;
      readonly topic: string;
      /** What the sender called the channel, unless it was by its id. */
      readonly name?: string;
    }
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message that is rendered and checked, and has no id yet. */
export interface MessageDraft {
  readonly senderId: number;
  readonly to: Destination;
  /** Those of its topic; none for direct messages. */
  readonly topicLinks: readonly TopicLink[];
  readonly content: string;
  readonly rendered: Rendered;
  /** Name of the program that sends it. */
  readonly client: string;
  /** Those for whom it counts as read from the start. */
  readonly readBy: readonly number[];
  /** If given, readers other than these need not read it. They must be in the channel, and kept there. */
  readonly unreadBy?: readonly number[] | undefined;
  /** The queue of the sending client, and what that client calls the message. */
  readonly echo?: { readonly queue_id: string; readonly local_id: string } | undefined;
}

/** A draft with its place. */
export interface NewMessage {
  readonly id: number;
  readonly recipientId: number;
  readonly draft: MessageDraft;
  /** What it begins beside its text: a poll, or a list. */
  readonly widget?: Submessage | undefined;
}

/** A message that was sent. */
export interface SentMessage {
  readonly id: number;
  /** What its topic became for the sender through it: unmuted or followed. */
  readonly automatic_new_visibility_policy?: RaisedVisibility;
}
