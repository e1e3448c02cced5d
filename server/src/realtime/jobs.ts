import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";

import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { announceClosedQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { processedPositionsInSql } from "#modules/notifications/core/queries.ts";

/**
 * Number of log positions recorded within the maximum age of events. Events may exceed the maximum age by one interval
 * between two records.
 */
const POSITIONS_PER_MAX_AGE = 50;

/**
 * Records the current log positions of all organizations, with the running time instead of the wall clock, which may be
 * wrong. Nothing is recorded for an empty log, for a position that is already recorded, or within one interval after
 * the previous record.
 */
async function storeLogPositions(tx: Tx, maxAgeMs: number): Promise<void> {
  await sql`
    insert into event_age (realm_id, running_ms, event_id)
    select counter.realm_id, running_ms, counter.last_event_id from realm_counter counter, running_time
    where not exists (
      select from event_age noted where noted.realm_id = counter.realm_id and (
        noted.event_id = counter.last_event_id
        or noted.running_ms > running_time.running_ms - ${Math.floor(maxAgeMs / POSITIONS_PER_MAX_AGE)}::bigint))
      and exists (select from event where event.realm_id = counter.realm_id)
    on conflict do nothing`.execute(tx);
}

/**
 * Deletes two kinds of events: those that every queue of the organization has acknowledged and the notification workers
 * have processed, and those older than `maxAgeMs`. Queues that have not acknowledged an event that is deleted for its
 * age are deleted too: their clients must register again.
 */
async function pruneLog(tx: Tx, maxAgeMs: number): Promise<void> {
  await storeLogPositions(tx, maxAgeMs);
  const old = sql`
    select realm_id, max(event_id) as event_id from event_age, running_time
    where event_age.running_ms < running_time.running_ms - ${maxAgeMs}::bigint group by realm_id`;
  const { rows: closed } = await sql<{ id: string; realm_id: number }>`
    with late as materialized (
      select event_queue.id from event_queue join (${old}) as old using (realm_id)
      where event_queue.acked_event_id < old.event_id
        and exists (
          select from event where event.realm_id = event_queue.realm_id
            and event.id > event_queue.acked_event_id and event.id <= old.event_id)
      order by event_queue.id for update of event_queue
    )
    delete from event_queue where id in (select id from late) returning id, realm_id`.execute(tx);
  // Without this announcement, a process that still has the queue in memory would respond to a poll with a gap.
  for (const [realmId, queues] of Map.groupBy(closed, ({ realm_id }) => realm_id)) {
    announceClosedQueues(
      tx,
      realmId,
      queues.map(({ id }) => id),
    );
  }
  await sql`
    with old as (${old}), kept as (
      select realm.id as realm_id,
        greatest(
          least(
            coalesce(min(queue.acked_event_id), max(counter.last_event_id)),
            -- An organization without a position is new: none of its events has been processed.
            coalesce(max(looked_through.event_id), 0)
          ),
          max(old.event_id)
        ) as after
      from realm join realm_counter counter on counter.realm_id = realm.id
      left join event_queue queue on queue.realm_id = realm.id
      left join old on old.realm_id = realm.id
      left join (${processedPositionsInSql}) as looked_through on looked_through.realm_id = realm.id
      group by realm.id
    )
    delete from event using kept where event.realm_id = kept.realm_id and event.id <= kept.after`.execute(tx);
  await sql`
    delete from event_age using running_time
    where event_age.running_ms < running_time.running_ms - ${maxAgeMs}::bigint`.execute(tx);
}

/** Job that prunes the event log; see `pruneLog`. */
export const pruneEvents = (logMaxAgeSeconds: number): JobDeclaration => ({
  // The job keeps its name from earlier releases, in which it also deleted idle queues.
  name: "prune-event-queues",
  payload: z.object({}),
  schedule: "*/5 * * * *",
  async run({ db }) {
    await db.write((tx) => pruneLog(tx, logMaxAgeSeconds * 1000));
  },
});
