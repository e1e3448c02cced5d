import type { Audience } from "./audience.ts";
import type { StoredEvent } from "./event-log.ts";

/**
 * An event that is not worth a transaction. It is sent to event queues that are being polled at the time, and is not
 * stored. A client that misses it does not get it again.
 */
export interface EphemeralEvent {
  /**
   * The recipients, described by users and roles and resolved against their present access. A channel is not allowed,
   * because its subscribers would have to be looked up in the log.
   */
  readonly audience: Omit<Audience, "channel" | "publicStreams">;
  readonly payload: StoredEvent;
}

/** Sends an event to an organization, on all processes. */
export type PublishEphemeral = (event: EphemeralEvent) => void;
