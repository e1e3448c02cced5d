/**
 * Distance between the ids of two consecutive events of a log. The ids in between are for events without a row of their
 * own in the log, so that the ids that a client receives strictly increase. The ids above an event's id are for the
 * ephemeral events and heartbeats that follow it. The ids below an event's id are for its sub-events: some clients
 * receive several sub-events instead of the event.
 */
export const EVENT_ID_STEP = 2 ** 18;
/** Number of ids above an event's id that are available for ephemeral events and heartbeats. */
const EPHEMERAL_IDS_PER_EVENT = EVENT_ID_STEP / 2;

/** Returns the id of the event that follows `id` in the log. `id` may be between two events. */
export const nextEventId = (id: number): number => (Math.floor(id / EVENT_ID_STEP) + 1) * EVENT_ID_STEP;

/** Returns the number of logged events with an id greater than `after` and at most `upTo`. */
export const countEvents = (after: number, upTo: number): number =>
  Math.floor(upTo / EVENT_ID_STEP) - Math.floor(after / EVENT_ID_STEP);

/** Returns the id of the first of `count` sub-events of an event. The last sub-event has the event's own id. */
export const firstSubEventId = (eventId: number, count: number): number => eventId - count + 1;

/**
 * Returns the first of `count` consecutive ids after `id` for events that are not in the log. Returns null if too few
 * ids are left before the next event, or if `id` belongs to a sub-event and the client has not received all sub-events
 * of that event.
 */
export function ephemeralIdAfter(id: number, count: number): number | null {
  return (id % EVENT_ID_STEP) + count <= EPHEMERAL_IDS_PER_EVENT ? id + 1 : null;
}
