import type { Logger } from "pino";
import type { Clock } from "#kernel/clock.ts";
import { logOutage, outageOf } from "#kernel/db/outage.ts";
import type { Database } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { LoggedEvent } from "#kernel/events/event-log.ts";
import { GroupCommit } from "#kernel/http/group-commit.ts";
import { commitTogether, type GroupItem } from "#kernel/http/shared-transaction.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { delivery, type Concluded } from "../actions/deliver-scheduled.ts";
import { prepareAttempt } from "./delivery-attempt.ts";
import { Attention, LOOK_MS } from "./overdue-tracker.ts";
import { findDue, nextDue, type Due } from "./find-due.ts";
import { Rest } from "./rest.ts";

/** What is late by more was given up, in milliseconds. */
const MOST_LATE_MS = 10 * 60_000;
/** How many are taken at a time. */
const BATCH = 512;
/** How long is waited for others who are at everything that is due, in milliseconds. */
const CONTENDED_MS = 50;
/** How long news of other processes is waited for, in milliseconds: of much that happens there, little is scheduled. */
const GATHER_MS = 300;

/** What something new, or something else, to wait for is told by. */
const NEWS = new Set(["scheduled_messages", "reminders"]);

export interface DelivererOptions {
  readonly db: Database;
  readonly directories: Directories;
  readonly clock: Clock;
  readonly log: Logger;
  readonly site: RealmSite;
  /** How often it looks in any case, in milliseconds. Default: `LOOK_MS`. */
  readonly lookMs?: number | undefined;
}

/**
 * Delivers scheduled messages and reminders when it is time. It sleeps until the next one is due, wakes when this process has
 * stored another, or when another process has written anything, and looks every few seconds in any case: for what was told
 * to nobody.
 */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #attention: Attention;
  readonly #rest: Rest;
  readonly #group: GroupCommit;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  #wakesAt = Infinity;
  #running: Promise<void> | undefined;
  /** Whether something came while it was running. */
  #isAgain = false;
  #isStopped = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#attention = new Attention(options.clock);
    this.#rest = new Rest(options.clock);
    this.#group = new GroupCommit((items) => commitTogether(delivery, options, items as readonly GroupItem[]));
  }

  start(): void {
    this.#wake(0);
  }

  /** Hears of what transactions of this process did. */
  readonly committed = (events: readonly LoggedEvent[]): void => {
    if (events.some(({ payload }) => NEWS.has(payload.type) && isToWaitFor(payload))) this.#wake(0);
  };

  /** Hears that another process has written something. */
  readonly announced = (): void => this.#wake(GATHER_MS);

  /** Lets what is under way end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wake(afterMs: number): void {
    const at = performance.now() + afterMs;
    if (this.#running) this.#isAgain = true;
    if (this.#running || this.#isStopped || at >= this.#wakesAt) return;
    this.#wakesAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), afterMs);
    this.#timer.unref();
  }

  #run(): void {
    this.#wakesAt = Infinity;
    this.#running = this.deliverDue()
      .catch((error: unknown) => {
        this.#attention.lost();
        if (!logOutage(this.#options.log, error))
          this.#options.log.warn({ err: error }, "scheduled messages could not be loaded; retrying");
        return LOOK_MS;
      })
      .then((pauseMs) => {
        this.#running = undefined;
        const isAgain = this.#isAgain;
        this.#isAgain = false;
        this.#wake(isAgain ? 0 : pauseMs);
      });
  }

  /** Delivers everything that is due, and says for how long there is nothing to do, in milliseconds. */
  async deliverDue(): Promise<number> {
    const { db, clock } = this.#options;
    for (;;) {
      const next = await nextDue(db.reader, this.#rest.ids);
      this.#attention.looked();
      const pauseMs = (next?.getTime() ?? Infinity) - clock.now().getTime();
      if (pauseMs > 0 || this.#isStopped) return Math.min(pauseMs, this.#options.lookMs ?? LOOK_MS);
      const due = await findDue(db.reader, clock.now(), this.#rest.ids, BATCH);
      const prepared = await Promise.allSettled(due.map((one) => this.#prepare(one)));
      // Only now: they are sent in this order.
      const outcomes = await Promise.allSettled(prepared.map((one) => this.#commit(one)));
      outcomes.forEach((outcome, index) => {
        if (outcome.status === "rejected") this.#putOff(due[index] as Due, outcome.reason);
      });
      // All of it is being changed, or delivered elsewhere.
      if (!outcomes.some((one) => one.status === "rejected" || one.value)) return CONTENDED_MS;
    }
  }

  /** Does what takes long of it. */
  async #prepare(due: Due): Promise<GroupItem> {
    const { db, directories, site } = this.#options;
    const realm = realmContext({ ...due, id: due.realm_id }, site);
    if (!realm) throw new Error("nobody writes in the server's own organization");
    const isTooLate = this.#attention.overdueMs(due.deliver_at) > MOST_LATE_MS;
    const directory = await directories.lately(due.realm_id);
    const { revision } = directory;
    return {
      realmId: due.realm_id,
      prepared: await prepareAttempt(due, { db: db.reader, directory, realm, isTooLate }),
      basis: { directory, revision },
      prepareAnew: (newest, tx) => prepareAttempt(due, { db: tx, directory: newest, realm, isTooLate }),
    };
  }

  /** Resolves when it is delivered or refused, and on disk. False: it is left to somebody else. */
  async #commit(prepared: PromiseSettledResult<GroupItem>): Promise<boolean> {
    if (prepared.status === "rejected") throw prepared.reason;
    const { value: item } = prepared;
    const { isConcluded } = (await this.#group.submit(item.realmId, item)) as Concluded;
    return isConcluded;
  }

  /** Leaves something alone for a while. An outage concerns everything. */
  #putOff({ id }: Due, error: unknown): void {
    if (outageOf(error)) throw error;
    this.#options.log.error({ err: error, scheduled: id }, "a scheduled message could not be delivered; retrying");
    this.#rest.add(id);
  }
}

/** Whether an event tells of something that waits, not of something that does no longer. */
const isToWaitFor = (payload: object): boolean => (payload as { op?: unknown }).op !== "remove";
