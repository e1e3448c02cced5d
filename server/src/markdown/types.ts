/** What a text refers to, found without any look-up, so that the caller can fetch all of it in one query. */
export interface References {
  /** Lower-cased names of `@**Name**` (without `|id`). */
  readonly userNames: readonly string[];
  /** From `@**Name|9**` and `@**|9**`. */
  readonly userIds: readonly number[];
  /** Lower-cased names of `@*name*`. */
  readonly groupNames: readonly string[];
  /** Exact names of `#**name**` and `#**name>topic**`. */
  readonly channelNames: readonly string[];
}

/** The answers to a text's references. What is missing here is rendered as if it did not exist. */
export interface Lookups {
  readonly users: readonly { id: number; full_name: string; is_active: boolean }[];
  readonly groups: readonly { id: number; name: string; deactivated: boolean }[];
  /** Only those the sender may see. */
  readonly channels: readonly { id: number; name: string }[];
  /**
   * Newest message id of a topic the sender can see, by `${channelId}:${topic.toLowerCase()}`. A topic that is absent is
   * linked to without a message.
   */
  readonly topicTargets?: ReadonlyMap<string, number>;
  /** How the topic with the empty name is shown, "general chat". */
  readonly emptyTopicName: string;
}

export interface Rendered {
  readonly html: string;
  /** Ids in the order of their first appearance. A user mentioned both ways stands in both lists. */
  readonly mentions: {
    readonly users: readonly number[];
    readonly silentUsers: readonly number[];
    readonly groups: readonly number[];
    readonly channelWildcard: boolean;
    readonly topicWildcard: boolean;
  };
  /** Whether it holds a link to an address (links to channels and topics do not count). */
  readonly hasLink: boolean;
  /** Whether an image is linked to outside of quotes. */
  readonly hasImage: boolean;
  /** Whether an uploaded file is linked to. */
  readonly hasAttachment: boolean;
  /** The distinct addresses linked to outside of quotes, in order. */
  readonly links: readonly string[];
}

/** The text cannot be rendered within the limits. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}
