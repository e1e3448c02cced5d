import type { StoredEvent } from "./event-log.ts";

/** What of a queue and its owner decides which form of an event it receives. */
export interface RecipientQueue {
  readonly userId: number;
  /** A `Role`. */
  readonly role: number;
  readonly queueId: string;
  /** The types asked for; null means all. */
  readonly eventTypes: ReadonlySet<string> | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicStreams: boolean;
  readonly narrow: readonly (readonly [operator: string, operand: string | number])[];
  readonly capabilities: Readonly<Record<string, boolean | undefined>>;
  /** What the program calls itself. */
  readonly client: string;
}

/** How a type of stored event becomes what clients receive. Types without a presenter are sent as they are stored. */
export interface Presenter<E extends StoredEvent = StoredEvent> {
  /** The wire types it makes, if these are not just the stored type. `present` then respects `reader.eventTypes`. */
  readonly types?: readonly string[];
  /**
   * Names the form that this reader receives: readers with the same name share one serialisation. Null: this reader
   * does not get the event. `direct` says whether the audience named the reader, and not only all public channels.
   */
  variant(event: E, reader: RecipientQueue, direct: boolean): string | null;
  /** The wire events, without ids, in that form. */
  present(event: E, reader: RecipientQueue, direct: boolean): readonly object[];
}

/** Presenters by event type. */
export type Presenters = Pick<ReadonlyMap<string, Presenter>, "get">;
