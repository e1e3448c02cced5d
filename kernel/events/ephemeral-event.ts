import type { Audience } from "./audience.ts";
import type { StoredEvent } from "./event-log.ts";

/**
 * What is not worth a transaction: it is told to the queues that are polled about now, and is written down nowhere. Who
 * misses it is not told again.
 */
export interface EphemeralEvent {
  /** By people, as they may hear of it now: an audience that names a channel would have to be looked up in the log. */
  readonly audience: Omit<Audience, "channel" | "publicStreams">;
  readonly payload: StoredEvent;
}

/** Tells an organization of something, on all processes. */
export type PublishEphemeral = (event: EphemeralEvent) => void;
