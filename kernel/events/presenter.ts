import type { StoredEvent } from "./event-log.ts";

/** The properties of an event queue and its owner that determine the form in which the queue receives an event. */
export interface RecipientQueue {
  readonly userId: number;
  /** A `Role`. */
  readonly role: number;
  readonly queueId: string;
  /** The requested types. Null: all. */
  readonly eventTypes: ReadonlySet<string> | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicStreams: boolean;
  readonly narrow: readonly (readonly [operator: string, operand: string | number])[];
  readonly capabilities: Readonly<Record<string, boolean | undefined>>;
  /** Name that the client uses for itself. */
  readonly client: string;
}

/**
 * Converts a type of stored event to the form that clients receive. Types without a presenter are sent as they are
 * stored.
 */
export interface Presenter<E extends StoredEvent = StoredEvent> {
  /** The wire types that it creates, if not only the stored type. `present` then must respect `reader.eventTypes`. */
  readonly types?: readonly string[];
  /**
   * Returns a name for the form that this reader receives. Readers with the same name share one serialization. Null:
   * this reader does not receive the event. `direct` is true if the audience includes the reader, and not only all
   * public channels.
   */
  variant(event: E, reader: RecipientQueue, direct: boolean): string | null;
  /** Returns the wire events in that form, without ids. */
  present(event: E, reader: RecipientQueue, direct: boolean): readonly object[];
}

/** Presenters by event type. */
export type Presenters = Pick<ReadonlyMap<string, Presenter>, "get">;
