/**
 * Distance between the ids of two consecutive events of a log. The ids in between are for what a client receives without a row
 * of its own in the log, so that the ids of a queue strictly increase: above an event's id, those of ephemeral events and
 * heartbeats that follow it; below it, those of the parts in which some clients receive it.
 */
export const EVENT_ID_STEP = 2 ** 18;
/** Number of ids above an event's id that ephemeral events and heartbeats may take. */
const EPHEMERAL_IDS_PER_EVENT = EVENT_ID_STEP / 2;

/** Returns the id of the event that follows `id` in the log. `id` may be one between two events. */
export const nextEventId = (id: number): number => (Math.floor(id / EVENT_ID_STEP) + 1) * EVENT_ID_STEP;

/** Returns the number of events that a log has after one id and up to another. */
export const countEvents = (after: number, upTo: number): number =>
  Math.floor(upTo / EVENT_ID_STEP) - Math.floor(after / EVENT_ID_STEP);

/** Returns the id of the first of `count` parts of an event. The last part has the event's own id. */
export const firstSubEventId = (eventId: number, count: number): number => eventId - count + 1;

/**
 * Returns the first of `count` ids after `id` for what is not in the log. Null if there are none left before the next event, or if
 * the client has received only some of the parts of that event.
 */
export function ephemeralIdAfter(id: number, count: number): number | null {
  return (id % EVENT_ID_STEP) + count <= EPHEMERAL_IDS_PER_EVENT ? id + 1 : null;
}
