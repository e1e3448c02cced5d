import type { Reader } from "@parlance/kernel/db/types.ts";
import { nextEventId } from "@parlance/kernel/events/event-ids.ts";
import { readPosition } from "@parlance/kernel/events/event-log.ts";
import { EventNotInQueue, EventsPruned } from "../errors.ts";
import type { LiveQueue } from "./live-queue.ts";

/**
 * Records that the client has received everything up to an id. `head`: the last event that this process has delivered.
 * Returns a promise only if the id is greater, because the log position must then be read.
 * @throws EventsPruned, EventNotInQueue
 */
export function acknowledge(
  queue: LiveQueue,
  lastEventId: number,
  { db, head }: { readonly db: Reader; readonly head: number },
): Promise<void> | undefined {
  // A client that has received nothing yet may send -1.
  if (lastEventId === -1 && queue.acked === queue.start) return undefined;
  if (lastEventId < queue.acked) throw new EventsPruned({ last_event_id: lastEventId });
  if (lastEventId >= nextEventId(head)) return acknowledgeLaterEvent(db, queue, lastEventId);
  queue.acknowledge(lastEventId);
  return undefined;
}

/** Acknowledges an event that has not reached this process yet. Another process may have returned it. */
async function acknowledgeLaterEvent(db: Reader, queue: LiveQueue, lastEventId: number): Promise<void> {
  const { eventId } = await readPosition(db, queue.realmId);
  if (lastEventId >= nextEventId(eventId)) throw new EventNotInQueue({ last_event_id: lastEventId });
  queue.acknowledge(lastEventId);
}
