import type { Logger } from "pino";
import { sql } from "kysely";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database, Reader } from "@parlance/kernel/db/types.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { processLog, type LogProcessingOptions } from "./actions/process-log.ts";
import { isRelevantEvent } from "./log/relevant-events.ts";
import { RecentEventCache } from "./log/recent-event-cache.ts";
import { PeriodicWorker } from "./periodic-worker.ts";

/**
 * Delay between an event and its processing, in milliseconds. Events of this time are processed together, which costs
 * little more than one event.
 */
const BATCH_DELAY_MS = 200;

export interface NotifierOptions extends Omit<LogProcessingOptions, "recentEvents"> {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Processes the event logs and notifies users who are away. Runs separately from the transactions that cause the
 * events.
 */
export class Notifier {
  readonly #recent = new RecentEventCache();
  readonly #rounds: PeriodicWorker;

  constructor(options: NotifierOptions) {
    const following = { ...options, recentEvents: this.#recent };
    const failureMessage = "notifications could not be determined; retrying";
    this.#rounds = new PeriodicWorker({
      log: options.log,
      failureMessage,
      run: async (isStopped) => {
        await processLogs(following, isStopped);
        return undefined;
      },
    });
  }

  /** Starts, with the events that were not processed when the last server stopped. */
  start(): void {
    this.#rounds.wake(0);
  }

  /** Must be called with the committed events of this process. */
  readonly onCommit = (events: readonly LoggedEvent[]): void => {
    this.#recent.add(events);
    if (events.some(({ payload }) => isRelevantEvent(payload))) this.#rounds.wake(BATCH_DELAY_MS);
  };

  /** Stops after the current batch. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }
}

/** Processes the logs of all organizations. */
async function processLogs(options: NotifierOptions & LogProcessingOptions, isStopped: () => boolean): Promise<void> {
  const { db, clock, recentEvents } = options;
  for (const { realmId, upTo } of await findRealmsBehind(db.reader)) {
    for (let isDone = false; !isDone && !isStopped();) {
      isDone = await db.write((tx) => processLog(tx, realmId, clock.now(), options));
    }
    recentEvents.evict(realmId, upTo);
  }
}

async function findRealmsBehind(db: Reader): Promise<{ realmId: number; upTo: number }[]> {
  const { rows } = await sql<{ realmId: number; upTo: number }>`
    select realm_id as "realmId", last_event_id as "upTo" from realm_counter left join notice_progress using (realm_id)
    where last_event_id > coalesce(event_id, 0)
    order by realm_id`.execute(db);
  return rows;
}
