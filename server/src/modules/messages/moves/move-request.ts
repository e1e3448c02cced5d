import type { ContentEdit } from "#modules/messages/core/content-edit.ts";

/** Which messages of the topic are moved: the one that is named, it and all newer ones, or all. */
type PropagateMode = "change_one" | "change_later" | "change_all";

/** Where messages are to be. */
export interface MoveDestination {
  /** As it is kept; left out or as it was: the topic stays. */
  readonly topic?: string | undefined;
  /** Left out or as it was: the channel stays. */
  readonly channelId?: number | undefined;
  readonly mode: PropagateMode;
}

/** A move as somebody asks for it. */
export interface MoveRequest extends MoveDestination {
  /** Whether the notification bot tells of it in the topic that the messages leave. */
  readonly notifyOld: boolean;
  /** The same in the topic that they come to. */
  readonly notifyNew: boolean;
  /** A change of the named message's text that belongs to the same request, and is stored already. */
  readonly contentEdit?: ContentEdit | undefined;
}
