import type { MessageInList } from "@parlance/contract/entities/message.ts";
import type { Narrow } from "../../routes/narrow.ts";
import type { Store } from "../../stores/store.ts";

/** A message as it is shown: with what the reader has done and the server has not yet confirmed. */
export type KnownMessage = MessageInList;

/** A message's content with the words in it marked that were looked for. */
export interface MarkedContent {
  readonly html: string;
  /** The content in which they were found; once it is another one, the marks say nothing. */
  readonly of: string;
}

/** The part of a conversation that is here: without gaps between its first and its last message. */
export interface MessageWindow {
  /** Ascending. */
  readonly ids: readonly number[];
  /** Whether the first of `ids` is the conversation's first. */
  readonly hasOldest: boolean;
  /** Whether the last of `ids` is the conversation's newest: then new messages come by themselves. */
  readonly hasNewest: boolean;
  /** Whether these are those alone that were here already: the server has not answered yet. */
  readonly isPartial: boolean;
  /** What is being fetched: everything anew, or more at one end. */
  readonly loading: "around" | "older" | "newer" | null;
  /** Where the list was opened: the first unread message, or the one asked for. Null: at the newest. */
  readonly anchor: number | null;
  /** What the server said when it could not answer. It is asked again when somebody scrolls or opens it again. */
  readonly problem: string | null;
  /** Of a search for words: where they were found, by the message's id. */
  readonly marked: ReadonlyMap<number, MarkedContent>;
}

/** Where to open a conversation; a number is the id of a message. */
export type WindowAnchor = "first_unread" | "newest" | number;

/** The messages that are here, and the ways to get more. */
export interface Messages {
  /** Undefined where the message is not here, or gone. */
  readonly message: (id: number) => Store<KnownMessage | undefined>;
  /** Fetches those of them that are not here, together. */
  readonly ensureLoaded: (ids: readonly number[]) => void;
  readonly window: (narrow: Narrow) => Store<MessageWindow>;
  /** Shows what is here at once, and fetches what is missing around the opening. */
  readonly open: (narrow: Narrow, at: WindowAnchor) => void;
  readonly fetchOlder: (narrow: Narrow) => void;
  readonly fetchNewer: (narrow: Narrow) => void;
  /** Asks anew for what is here of a list. */
  readonly refetch: (narrow: Narrow) => void;
  /** Leaves the newest of a list that has become long while somebody was at its end; the others are fetched again. */
  readonly trimToNewest: (narrow: Narrow) => void;
}
