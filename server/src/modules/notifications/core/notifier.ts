import type { Logger } from "pino";
import { sql } from "kysely";
import type { Clock } from "#kernel/clock.ts";
import type { Database, Reader } from "#kernel/db/types.ts";
import type { LoggedEvent } from "#kernel/events/event-log.ts";
import { followLog, type Following } from "./actions/process-log.ts";
import { isNews } from "./log/relevant-events.ts";
import { RecentNews } from "./log/recent-event-cache.ts";
import { Rounds } from "./periodic-worker.ts";

/** How long news is waited for, in milliseconds: much of it costs little more than one. */
const GATHER_MS = 200;

export interface NotifierOptions extends Omit<Following, "recent"> {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Follows what happens, and has people told of it who are away: apart from the transactions that cause it. */
export class Notifier {
  readonly #recent = new RecentNews();
  readonly #rounds: Rounds;

  constructor(options: NotifierOptions) {
    const following = { ...options, recent: this.#recent };
    const complaint = "notifications could not be determined; retrying";
    this.#rounds = new Rounds({ log: options.log, complaint, act: (isStopped) => catchUp(following, isStopped) });
  }

  /** Begins with what was left undone when the last server stopped. */
  start(): void {
    this.#rounds.wake(0);
  }

  /** Hears of what transactions of this process did. */
  readonly committed = (events: readonly LoggedEvent[]): void => {
    this.#recent.note(events);
    if (events.some(({ payload }) => isNews(payload))) this.#rounds.wake(GATHER_MS);
  };

  /** Lets the stretch under way end. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }
}

/** Looks through all that happened. */
async function catchUp(options: NotifierOptions & Following, isStopped: () => boolean): Promise<void> {
  const { db, clock, recent } = options;
  for (const { realmId, upTo } of await realmsBehind(db.reader)) {
    for (let isDone = false; !isDone && !isStopped();) {
      isDone = await db.write((tx) => followLog(tx, realmId, clock.now(), options));
    }
    recent.forget(realmId, upTo);
  }
}

async function realmsBehind(db: Reader): Promise<{ realmId: number; upTo: number }[]> {
  const { rows } = await sql<{ realmId: number; upTo: number }>`
    select realm_id as "realmId", last_event_id as "upTo" from realm_counter left join notice_progress using (realm_id)
    where last_event_id > coalesce(event_id, 0)
    order by realm_id`.execute(db);
  return rows;
}
