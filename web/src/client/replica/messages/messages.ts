import type { MessageInList } from "@parlance/contract/entities/message.ts";
import type { Narrow } from "../../routes/narrow.ts";
import type { Store } from "../../stores/store.ts";

/** A loaded message. The store of a displayed message contains it with the user's pending changes applied. */
export type KnownMessage = MessageInList;

/** The content of a message with the search terms highlighted. */
export interface MarkedContent {
  readonly html: string;
  /**
   * The content without highlights, as it was when the terms were found. If the message's content is different now, the
   * highlights are invalid.
   */
  readonly of: string;
}

/** The loaded part of a narrow, without gaps between its first and its last message. */
export interface MessageWindow {
  /** Ids in ascending order. */
  readonly ids: readonly number[];
  /** Whether the first of `ids` is the narrow's oldest message. */
  readonly hasOldest: boolean;
  /** Whether the last of `ids` is the narrow's newest message. New messages are then added automatically. */
  readonly hasNewest: boolean;
  /** Whether the list contains only messages that were already loaded, because the server has not responded yet. */
  readonly isPartial: boolean;
  /** The fetch in progress. `around`: the messages around a position. `older`, `newer`: more messages at that end. */
  readonly loading: "around" | "older" | "newer" | null;
  /**
   * Id of the message at which the list was opened: the first unread or the requested message. Null if the list was
   * opened at the newest message.
   */
  readonly anchor: number | null;
  /** Error of a failed fetch. The fetch is repeated when the user scrolls, reopens the list or is online again. */
  readonly problem: string | null;
  /** For a text search: the contents with highlights, by message id. */
  readonly marked: ReadonlyMap<number, MarkedContent>;
}

/** Where to open a list. A number is the id of a message. */
export type WindowAnchor = "first_unread" | "newest" | number;

/** The loaded messages, and functions that load more. */
export interface Messages {
  /** Returns a message. Undefined if it is not loaded or was deleted. */
  readonly message: (id: number) => Store<KnownMessage | undefined>;
  /** Fetches the messages that are not loaded yet, in one request. */
  readonly ensureLoaded: (ids: readonly number[]) => void;
  readonly window: (narrow: Narrow) => Store<MessageWindow>;
  /**
   * Opens a list. Shows the messages that are already loaded immediately, and fetches the missing messages around the
   * position.
   */
  readonly open: (narrow: Narrow, at: WindowAnchor) => void;
  readonly fetchOlder: (narrow: Narrow) => void;
  readonly fetchNewer: (narrow: Narrow) => void;
  /** Fetches the loaded part of a list again. */
  readonly refetch: (narrow: Narrow) => void;
  /**
   * Removes all but the newest messages from a list that has grown while its end was displayed. The removed messages
   * are fetched again when they are needed.
   */
  readonly trimToNewest: (narrow: Narrow) => void;
}
