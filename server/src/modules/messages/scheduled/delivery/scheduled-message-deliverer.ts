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

/** Delay before a delivery that failed for a possibly temporary reason is retried, in milliseconds. */
const RETRY_DELAY_MS = 30_000;

/** Messages whose retry is delayed, so that they do not block others. */
class RetryDelays {
  readonly #clock: Clock;
  readonly #until = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: number): void {
    this.#until.set(id, this.#clock.elapsed() + RETRY_DELAY_MS);
  }

  /** The ids of messages that are currently delayed. */
  get delayedIds(): number[] {
    const now = this.#clock.elapsed();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}

/** Messages that are overdue by more than this fail, in milliseconds. */
const MAX_OVERDUE_MS = 10 * 60_000;
/** Maximum number of messages delivered at a time. */
const MAX_DELIVERY_BATCH = 512;
/** Delay before another attempt while other processes have locked everything that is due, in milliseconds. */
const CONTENTION_RETRY_MS = 50;
/** Delay after a commit by another process, in milliseconds. Few of these commits concern scheduled messages. */
const OTHER_PROCESS_DEBOUNCE_MS = 300;

/** Types of the events about new or changed scheduled messages. */
const WAKING_EVENT_TYPES = new Set(["scheduled_messages", "reminders"]);

export interface ScheduledMessageDelivererOptions {
  readonly db: Database;
  readonly snapshots: OrganizationSnapshots;
  readonly clock: Clock;
  readonly log: Logger;
  readonly site: RealmSite;
  /** Maximum time between polls, in milliseconds. Default: `POLL_INTERVAL_MS`. */
  readonly pollIntervalMs?: number | undefined;
}

/**
 * Delivers scheduled messages and reminders when they are due. It sleeps until the next one is due, and wakes when this
 * process has stored another one or another process has committed anything. It also polls every few seconds, in case a
 * notification is missed.
 */
export class ScheduledMessageDeliverer {
  readonly #options: ScheduledMessageDelivererOptions;
  readonly #attention: OverdueTracker;
  readonly #rest: RetryDelays;
  readonly #group: GroupCommit;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires. */
  #wakesAt = Infinity;
  #running: Promise<void> | undefined;
  /** True if it was woken while it was running. */
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

  /** Receives the events committed by this process. */
  readonly onCommit = (events: readonly LoggedEvent[]): void => {
    if (events.some(({ payload }) => WAKING_EVENT_TYPES.has(payload.type) && isNewOrChanged(payload))) this.#wake(0);
  };

  /** Must be called when another process has committed. */
  readonly onOtherProcessCommit = (): void => this.#wake(OTHER_PROCESS_DEBOUNCE_MS);

  /** Stops after the current run has finished. */
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
        this.#attention.reset();
        if (!logOutage(this.#options.log, error))
          this.#options.log.warn({ err: error }, "scheduled messages could not be loaded; retrying");
        return POLL_INTERVAL_MS;
      })
      .then((pauseMs) => {
        this.#running = undefined;
        const isAgain = this.#isAgain;
        this.#isAgain = false;
        this.#wake(isAgain ? 0 : pauseMs);
      });
  }

  /** Delivers everything that is due. Returns the time until there is more to do, in milliseconds. */
  async deliverDue(): Promise<number> {
    const { db, clock } = this.#options;
    for (;;) {
      const next = await findNextDueTime(db.reader, this.#rest.delayedIds);
      this.#attention.recordPoll();
      const pauseMs = (next?.getTime() ?? Infinity) - clock.now().getTime();
      if (pauseMs > 0 || this.#isStopped) return Math.min(pauseMs, this.#options.pollIntervalMs ?? POLL_INTERVAL_MS);
      const due = await findDue(db.reader, clock.now(), this.#rest.delayedIds, MAX_DELIVERY_BATCH);
      const prepared = await Promise.allSettled(due.map((one) => this.#prepare(one)));
      // Submitted only now, because messages are sent in this order.
      const outcomes = await Promise.allSettled(prepared.map((one) => this.#commit(one)));
      outcomes.forEach((outcome, index) => {
        if (outcome.status === "rejected") this.#putOff(due[index] as DueMessage, outcome.reason);
      });
      // All of it is being changed, or delivered by another process.
      if (!outcomes.some((one) => one.status === "rejected" || one.value)) return CONTENTION_RETRY_MS;
    }
  }

  /** Does the slow work that needs no lock. */
  async #prepare(due: DueMessage): Promise<GroupItem> {
    const { db, snapshots, site } = this.#options;
    const realm = realmContext({ ...due, id: due.realm_id }, site);
    if (!realm) throw new Error("nobody writes in the server's own organization");
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
   * Resolves to true when the message is delivered or rejected and committed, and to false if it was left to another
   * process.
   */
  async #commit(prepared: PromiseSettledResult<GroupItem>): Promise<boolean> {
    if (prepared.status === "rejected") throw prepared.reason;
    const { value: item } = prepared;
    const { isConcluded } = (await this.#group.submit(item.realmId, item)) as DeliveryOutcome;
    return isConcluded;
  }

  /** Delays the retry of a message. An outage is rethrown, because it concerns all messages. */
  #putOff({ id }: DueMessage, error: unknown): void {
    if (findOutage(error)) throw error;
    this.#options.log.error({ err: error, scheduled: id }, "a scheduled message could not be delivered; retrying");
    this.#rest.add(id);
  }
}

/** True if an event is about a new or changed message, not a removed one. */
const isNewOrChanged = (payload: object): boolean => (payload as { op?: unknown }).op !== "remove";
