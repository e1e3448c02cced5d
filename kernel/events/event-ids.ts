/**
 * Distance between the ids of two consecutive events of a log. The ids in between are for events that a client receives
 * without a separate row in the log, so that the ids of a queue strictly increase. Ids above an event's id are for the
 * ephemeral events and heartbeats that follow it. Ids below it are for the sub-events in which some clients receive it.
 */
export const EVENT_ID_STEP = 2 ** 18;
/** Number of ids above an event's id that are available for ephemeral events and heartbeats. */
const EPHEMERAL_IDS_PER_EVENT = EVENT_ID_STEP / 2;

/** Returns the id of the event that follows `id` in the log. `id` may be between two events. */
export const nextEventId = (id: number): number => (Math.floor(id / EVENT_ID_STEP) + 1) * EVENT_ID_STEP;

/** Returns the number of events in a log after one id and up to another. */
export const countEvents = (after: number, upTo: number): number =>
  Math.floor(upTo / EVENT_ID_STEP) - Math.floor(after / EVENT_ID_STEP);

/** Returns the id of the first of `count` sub-events of an event. The last sub-event has the event's own id. */
export const firstSubEventId = (eventId: number, count: number): number => eventId - count + 1;

/**
 * Returns the first of `count` ids after `id` for events that are not in the log. Null if none are left before the next
 * event, or if the client has received only some of the sub-events of that event.
 */
export function ephemeralIdAfter(id: number, count: number): number | null {
  return (id % EVENT_ID_STEP) + count <= EPHEMERAL_IDS_PER_EVENT ? id + 1 : null;
}
