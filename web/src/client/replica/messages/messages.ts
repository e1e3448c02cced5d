import type { MessageInList } from "@parlance/contract/entities/message.ts";
import type { Narrow } from "../../routes/narrow.ts";
import type { Store } from "../../stores/store.ts";

/** A message as displayed, with the user's changes that the server has not confirmed yet. */
export type KnownMessage = MessageInList;

/** A message's content with the search terms highlighted. */
export interface MarkedContent {
  readonly html: string;
  /** The content in which the terms were found. If the content has changed, the highlights are invalid. */
  readonly of: string;
}

/** The loaded part of a narrow, without gaps between its first and its last message. */
export interface MessageWindow {
  /** Ascending. */
  readonly ids: readonly number[];
  /** Whether the first of `ids` is the narrow's oldest message. */
  readonly hasOldest: boolean;
  /** Whether the last of `ids` is the narrow's newest message. Then new messages are added automatically. */
  readonly hasNewest: boolean;
  /** Whether only messages that were already loaded are shown, because the server has not responded yet. */
  readonly isPartial: boolean;
  /** The fetch in progress: everything again, or more at one end. */
  readonly loading: "around" | "older" | "newer" | null;
  /** Position at which the list was opened: the first unread message, or the requested one. Null: at the newest. */
  readonly anchor: number | null;
  /** The error of a failed fetch. It is retried when the user scrolls or opens the list again. */
  readonly problem: string | null;
  /** For a text search: the highlighted contents, by message id. */
  readonly marked: ReadonlyMap<number, MarkedContent>;
}

/** Position at which to open a list. A number is the id of a message. */
export type WindowAnchor = "first_unread" | "newest" | number;

/** The loaded messages, and functions to load more. */
export interface Messages {
  /** Undefined if the message is not loaded or was deleted. */
  readonly message: (id: number) => Store<KnownMessage | undefined>;
  /** Fetches those of the messages that are not loaded, in one request. */
  readonly ensureLoaded: (ids: readonly number[]) => void;
  readonly window: (narrow: Narrow) => Store<MessageWindow>;
  /** Shows the loaded messages immediately, and fetches the missing ones around the position. */
  readonly open: (narrow: Narrow, at: WindowAnchor) => void;
  readonly fetchOlder: (narrow: Narrow) => void;
  readonly fetchNewer: (narrow: Narrow) => void;
  /** Fetches the loaded part of a list again. */
  readonly refetch: (narrow: Narrow) => void;
  /**
   * Trims a list that has grown while it was displayed at its end to the newest messages. The others are fetched again
   * when needed.
   */
  readonly trimToNewest: (narrow: Narrow) => void;
}
