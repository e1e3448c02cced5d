import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { logOutage, findOutage } from "@parlance/kernel/db/outage.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { GroupCommit } from "@parlance/kernel/http/group-commit.ts";
import { runSharedTransaction, type GroupItem } from "@parlance/kernel/http/shared-transaction.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { deliveryGroup, type DeliveryOutcome } from "../actions/deliver-scheduled.ts";
import { prepareAttempt } from "./delivery-attempt.ts";
import { OverdueTracker, POLL_INTERVAL_MS } from "./overdue-tracker.ts";
import { findDue, findNextDueTime, type DueMessage } from "./find-due.ts";

/** Delay before a failed delivery is retried, if the reason may be temporary, in milliseconds. */
const RETRY_DELAY_MS = 30_000;

/** Ids of messages whose retry is delayed, so that they do not block other messages. */
class RetryDelays {
  readonly #clock: Clock;
  readonly #until = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: number): void {
    this.#until.set(id, this.#clock.elapsed() + RETRY_DELAY_MS);
  }

  /** Ids of the messages that must not be retried yet. */
  get delayedIds(): number[] {
    const now = this.#clock.elapsed();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return [...this.#until.keys()];
  }

  /** Time until the first of these messages may be retried, in milliseconds. */
  get pauseMs(): number {
    return Math.min(...this.#until.values()) - this.#clock.elapsed();
  }
}

/** Delay after a failure to load messages, in milliseconds. */
const OUTAGE_RETRY_MS = 5000;
/**
 * Interval at which the clock is compared with the next delivery time, in milliseconds, because the clock may be
 * changed, and timers do not run while a machine is suspended.
 */
const CLOCK_CHECK_MS = 5000;
/** Time after which an overdue message fails, in milliseconds. */
const MAX_OVERDUE_MS = 10 * 60_000;
/** Maximum number of messages delivered at a time. */
const MAX_DELIVERY_BATCH = 512;
/** Delay before the next attempt if other transactions have locked all due messages, in milliseconds. */
const CONTENTION_RETRY_MS = 50;
/**
 * Delay after another process has committed, in milliseconds. It covers several commits, few of which concern scheduled
 * messages.
 */
const OTHER_PROCESS_DEBOUNCE_MS = 300;

/**
 * Types of events about scheduled messages and reminders. If one is new or changed, the deliverer must check what is
 * due.
 */
const WAKING_EVENT_TYPES = new Set(["scheduled_messages", "reminders"]);

export interface ScheduledMessageDelivererOptions {
  readonly db: Database;
  readonly snapshots: OrganizationSnapshots;
  readonly clock: Clock;
  readonly log: Logger;
  readonly site: RealmSite;
  /** Maximum time between two polls, in milliseconds. The default is `POLL_INTERVAL_MS`. */
  readonly pollIntervalMs?: number | undefined;
}

/**
 * Delivers scheduled messages and reminders when they are due. It sets a timer for the next delivery time, and checks
 * for due messages as well when this process has stored a scheduled message or another process has committed. It also
 * polls from time to time, because a notification of a commit can be missed.
 */
export class ScheduledMessageDeliverer {
  readonly #options: ScheduledMessageDelivererOptions;
  readonly #attention: OverdueTracker;
  readonly #rest: RetryDelays;
  readonly #group: GroupCommit;
  #timer: NodeJS.Timeout | undefined;
  /** Time of the next run, as given by `performance.now()`. */
  #wakesAt = Infinity;
  /** Next delivery time that is known, in milliseconds since 1970. The next run takes place by then. */
  #nextDueAt = Infinity;
  #running: Promise<void> | undefined;
  /** True if another run must follow the current one, because something may have become due in the meantime. */
  #isAgain = false;
  #isStopped = false;

  constructor(options: ScheduledMessageDelivererOptions) {
    this.#options = options;
    this.#attention = new OverdueTracker(options.clock);
    this.#rest = new RetryDelays(options.clock);
    this.#group = new GroupCommit((items) =>
      runSharedTransaction(deliveryGroup, options, items as readonly GroupItem[]),
    );
  }

  start(): void {
    this.#wake(0);
  }

  /** Must be called with the events that this process has committed. */
  readonly onCommit = (events: readonly LoggedEvent[]): void => {
    if (events.some(({ payload }) => WAKING_EVENT_TYPES.has(payload.type) && isNewOrChanged(payload))) this.#wake(0);
  };

  /** Must be called when another process has committed. */
  readonly onOtherProcessCommit = (): void => this.#wake(OTHER_PROCESS_DEBOUNCE_MS);

  /** Stops delivering. Resolves when the current run has finished. */
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
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const delayMs = Math.min(Math.max(0, this.#wakesAt - performance.now()), CLOCK_CHECK_MS);
    this.#timer = setTimeout(() => this.#runIfDue(), delayMs);
    this.#timer.unref();
  }

  #runIfDue(): void {
    const isDue = performance.now() >= this.#wakesAt || this.#options.clock.now().getTime() >= this.#nextDueAt;
    if (isDue) this.#run();
    else this.#setTimer();
  }

  #run(): void {
    this.#wakesAt = Infinity;
    this.#nextDueAt = Infinity;
    this.#running = this.deliverDue()
      .catch((error: unknown) => {
        this.#attention.reset();
        if (!logOutage(this.#options.log, error))
          this.#options.log.warn({ err: error }, "scheduled messages could not be loaded; retrying");
        return OUTAGE_RETRY_MS;
      })
      .then((pauseMs) => {
        this.#running = undefined;
        const isAgain = this.#isAgain;
        this.#isAgain = false;
        this.#wake(isAgain ? 0 : pauseMs);
      });
  }

  /** Delivers all due messages. Returns the time until the next check, in milliseconds. */
  async deliverDue(): Promise<number> {
    const { db, clock } = this.#options;
    for (;;) {
      const next = await findNextDueTime(db.reader, this.#rest.delayedIds);
      this.#attention.recordPoll();
      const dueAt = next?.getTime() ?? Infinity;
      const pauseMs = dueAt - clock.now().getTime();
      if (pauseMs > 0) this.#nextDueAt = dueAt;
      if (pauseMs > 0 || this.#isStopped)
        return Math.min(pauseMs, this.#rest.pauseMs, this.#options.pollIntervalMs ?? POLL_INTERVAL_MS);
      const due = await findDue(db.reader, clock.now(), this.#rest.delayedIds, MAX_DELIVERY_BATCH);
      const prepared = await Promise.allSettled(due.map((one) => this.#prepare(one)));
      // Submitted only after all messages have been prepared, because they are sent in the order of submission.
      const outcomes = await Promise.allSettled(prepared.map((one) => this.#commit(one)));
      outcomes.forEach((outcome, index) => {
        if (outcome.status === "rejected") this.#putOff(due[index] as DueMessage, outcome.reason);
      });
      // True if all due messages are being changed or delivered by other transactions.
      if (!outcomes.some((one) => one.status === "rejected" || one.value)) return CONTENTION_RETRY_MS;
    }
  }

  /** Does the slow part of the preparation, which needs no lock. */
  async #prepare(due: DueMessage): Promise<GroupItem> {
    const { db, snapshots, site } = this.#options;
    const realm = realmContext({ ...due, id: due.realm_id }, site);
    if (!realm) throw new Error("no user sends messages in the server's own organization");
    const isTooLate = this.#attention.overdueMs(due.deliver_at) > MAX_OVERDUE_MS;
    const snapshot = await snapshots.recent(due.realm_id);
    const { revision } = snapshot;
    return {
      realmId: due.realm_id,
      prepared: await prepareAttempt(due, { db: db.reader, snapshot, realm, isTooLate }),
      preparedWith: { snapshot, revision },
      prepareAgain: (newest, tx) => prepareAttempt(due, { db: tx, snapshot: newest, realm, isTooLate }),
    };
  }

  /**
   * Submits a prepared message to the next transaction. Resolves to true once the message is delivered or failed and
   * this is committed, and to false if the message was left to another process.
   */
  async #commit(prepared: PromiseSettledResult<GroupItem>): Promise<boolean> {
    if (prepared.status === "rejected") throw prepared.reason;
    const { value: item } = prepared;
    const { isFinished } = (await this.#group.submit(item.realmId, item)) as DeliveryOutcome;
    return isFinished;
  }

  /**
   * Delays the retry of a message. If the error is an outage of the database, rethrows it, because it affects all
   * messages.
   */
  #putOff({ id }: DueMessage, error: unknown): void {
    if (findOutage(error)) throw error;
    this.#options.log.error({ err: error, scheduled: id }, "a scheduled message could not be delivered; retrying");
    this.#rest.add(id);
  }
}

/** True if the event is about a new or changed scheduled message, not about a removed one. */
const isNewOrChanged = (payload: object): boolean => (payload as { op?: unknown }).op !== "remove";
