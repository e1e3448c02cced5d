import type { ContentEdit } from "#modules/messages/core/content-edit.ts";

/**
 * Selects the messages of the topic that are moved: only the named message, the named message and all later ones, or
 * all messages.
 */
type PropagateMode = "change_one" | "change_later" | "change_all";

/** Destination of a move. */
export interface MoveDestination {
  /**
   * The new topic, normalized for storage. The topic stays unchanged if this is undefined or equals the current topic.
   */
  readonly topic?: string | undefined;
  /** The new channel's id. The channel stays unchanged if this is undefined or equals the current channel. */
  readonly channelId?: number | undefined;
  readonly mode: PropagateMode;
}

/** A move as requested by a client. */
export interface MoveRequest extends MoveDestination {
  /** True to post a notice in the topic that the messages are moved from. */
  readonly notifyOld: boolean;
  /** True to post a notice in the topic that the messages are moved to. */
  readonly notifyNew: boolean;
  /** The edit of the named message's text by the same request, if any. The edited text is already stored. */
  readonly contentEdit?: ContentEdit | undefined;
}
