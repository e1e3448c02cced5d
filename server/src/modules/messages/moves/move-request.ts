import type { ContentEdit } from "#modules/messages/core/content-edit.ts";

/** The moved messages of the topic: only the named one, the named one and all newer ones, or all. */
type PropagateMode = "change_one" | "change_later" | "change_all";

/** Destination of a move. */
export interface MoveDestination {
  /** In its stored form. The topic stays if it is undefined or unchanged. */
  readonly topic?: string | undefined;
  /** The channel stays if it is undefined or unchanged. */
  readonly channelId?: number | undefined;
  readonly mode: PropagateMode;
}

/** A move as requested by a client. */
export interface MoveRequest extends MoveDestination {
  /** True to post a notice in the topic that the messages are moved from. */
  readonly notifyOld: boolean;
  /** True to post a notice in the topic that the messages are moved to. */
  readonly notifyNew: boolean;
  /** An edit of the named message's text by the same request, which is already stored. */
  readonly contentEdit?: ContentEdit | undefined;
}
