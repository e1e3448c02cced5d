import type { Audience } from "./audience.ts";
import type { StoredEvent } from "./event-log.ts";

/**
 * An event that is not stored, because it is not worth a transaction. It is sent to the event queues that are polled at
 * the time or within the next seconds. A client that misses the event never receives it.
 */
export interface EphemeralEvent {
  /**
   * The recipients, described by users and roles, and resolved with their present access. A channel is not allowed,
   * because its subscribers would have to be looked up in the log.
   */
  readonly audience: Omit<Audience, "channel" | "publicStreams">;
  readonly payload: StoredEvent;
}

/** Sends an event to an organization, on all processes. */
export type PublishEphemeral = (event: EphemeralEvent) => void;
