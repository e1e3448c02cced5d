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

/** How long something is left alone that could not be delivered for a reason which may go away, in milliseconds. */
const RETRY_DELAY_MS = 30_000;

/** What is left alone for a while, so that it does not stand in the way of the rest. */
class RetryDelays {
  readonly #clock: Clock;
  readonly #until = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: number): void {
    this.#until.set(id, this.#clock.elapsed() + RETRY_DELAY_MS);
  }

  /** The ids of those that rest now. */
  get delayedIds(): number[] {
    const now = this.#clock.elapsed();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}

/** What is late by more was given up, in milliseconds. */
const MAX_OVERDUE_MS = 10 * 60_000;
/** How many are taken at a time. */
const MAX_DELIVERY_BATCH = 512;
/** How long is waited for others who are at everything that is due, in milliseconds. */
const CONTENTION_RETRY_MS = 50;
/** How long news of other processes is waited for, in milliseconds: of much that happens there, little is scheduled. */
const OTHER_PROCESS_DEBOUNCE_MS = 300;

/** What something new, or something else, to wait for is told by. */
const WAKING_EVENT_TYPES = new Set(["scheduled_messages", "reminders"]);

export interface ScheduledMessageDelivererOptions {
  readonly db: Database;
  readonly snapshots: OrganizationSnapshots;
  readonly clock: Clock;
  readonly log: Logger;
  readonly site: RealmSite;
  /** How often it looks in any case, in milliseconds. Default: `LOOK_MS`. */
  readonly pollIntervalMs?: number | undefined;
}

/**
 * Delivers scheduled messages and reminders when it is time. It sleeps until the next one is due, wakes when this process has
 * stored another, or when another process has written anything, and looks every few seconds in any case: for what was told
 * to nobody.
 */
export class ScheduledMessageDeliverer {
  readonly #options: ScheduledMessageDelivererOptions;
  readonly #attention: OverdueTracker;
  readonly #rest: RetryDelays;
  readonly #group: GroupCommit;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  #wakesAt = Infinity;
  #running: Promise<void> | undefined;
  /** Whether something came while it was running. */
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

  /** Hears of what transactions of this process did. */
  readonly onCommit = (events: readonly LoggedEvent[]): void => {
    if (events.some(({ payload }) => WAKING_EVENT_TYPES.has(payload.type) && isNewOrChanged(payload))) this.#wake(0);
  };

  /** Hears that another process has written something. */
  readonly onOtherProcessCommit = (): void => this.#wake(OTHER_PROCESS_DEBOUNCE_MS);

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

  /** Delivers everything that is due, and says for how long there is nothing to do, in milliseconds. */
  async deliverDue(): Promise<number> {
    const { db, clock } = this.#options;
    for (;;) {
      const next = await findNextDueTime(db.reader, this.#rest.delayedIds);
      this.#attention.recordPoll();
      const pauseMs = (next?.getTime() ?? Infinity) - clock.now().getTime();
      if (pauseMs > 0 || this.#isStopped) return Math.min(pauseMs, this.#options.pollIntervalMs ?? POLL_INTERVAL_MS);
      const due = await findDue(db.reader, clock.now(), this.#rest.delayedIds, MAX_DELIVERY_BATCH);
      const prepared = await Promise.allSettled(due.map((one) => this.#prepare(one)));
      // Only now: they are sent in this order.
      const outcomes = await Promise.allSettled(prepared.map((one) => this.#commit(one)));
      outcomes.forEach((outcome, index) => {
        if (outcome.status === "rejected") this.#putOff(due[index] as DueMessage, outcome.reason);
      });
      // All of it is being changed, or delivered elsewhere.
      if (!outcomes.some((one) => one.status === "rejected" || one.value)) return CONTENTION_RETRY_MS;
    }
  }

  /** Does what takes long of it. */
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

  /** Resolves when it is delivered or refused, and on disk. False: it is left to somebody else. */
  async #commit(prepared: PromiseSettledResult<GroupItem>): Promise<boolean> {
    if (prepared.status === "rejected") throw prepared.reason;
    const { value: item } = prepared;
    const { isConcluded } = (await this.#group.submit(item.realmId, item)) as DeliveryOutcome;
    return isConcluded;
  }

  /** Leaves something alone for a while. An outage concerns everything. */
  #putOff({ id }: DueMessage, error: unknown): void {
    if (findOutage(error)) throw error;
    this.#options.log.error({ err: error, scheduled: id }, "a scheduled message could not be delivered; retrying");
    this.#rest.add(id);
  }
}

/** Whether an event tells of something that waits, not of something that does no longer. */
const isNewOrChanged = (payload: object): boolean => (payload as { op?: unknown }).op !== "remove";
