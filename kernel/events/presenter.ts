import type { StoredEvent } from "./event-log.ts";

/** The properties of an event queue and its owner that determine how events are presented to the queue. */
export interface RecipientQueue {
  readonly userId: number;
  /** A `Role`. */
  readonly role: number;
  readonly queueId: string;
  /** The event types that the client requested. Null means all types. */
  readonly eventTypes: ReadonlySet<string> | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicStreams: boolean;
  readonly narrow: readonly (readonly [operator: string, operand: string | number])[];
  readonly capabilities: Readonly<Record<string, boolean | undefined>>;
  /** The name that the client has sent for itself. */
  readonly client: string;
}

/**
 * Converts stored events of one type to the events that clients receive. Events of types without a presenter are sent
 * as stored.
 */
export interface Presenter<E extends StoredEvent = StoredEvent> {
  /**
   * The types of the events that `present` returns, if they differ from the stored type. `present` must then respect
   * `reader.eventTypes`.
   */
  readonly types?: readonly string[];
  /**
   * Returns a name for the JSON variant of the event that this reader receives, or null if the reader does not receive
   * the event. Readers with the same variant share one serialization. `direct` is false if the queue receives the event
   * only because it requested events of all public channels.
   */
  variant(event: E, reader: RecipientQueue, direct: boolean): string | null;
  /** Returns the events that clients receive, in the reader's variant and without ids. */
  present(event: E, reader: RecipientQueue, direct: boolean): readonly object[];
}

/** Presenters by event type. */
export type Presenters = Pick<ReadonlyMap<string, Presenter>, "get">;
