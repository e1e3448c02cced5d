import type { Logger } from "pino";
import type { Clock } from "#kernel/clock.ts";
import type { Actor } from "#kernel/http/context.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import { logOutage } from "#kernel/db/outage.ts";
import { batched } from "#kernel/batch-loader.ts";
import type { EphemeralEvent } from "#kernel/events/ephemeral-event.ts";
import { nextLogId } from "#kernel/events/event-ids.ts";
import { EventHub } from "#kernel/events/event-hub.ts";
import { readPosition, type LoggedEvent } from "#kernel/events/event-log.ts";
import type { Presenters } from "#kernel/events/presenter.ts";
import { isRealmDeactivated } from "#modules/organizations/core/events.ts";
import { closeQueues } from "#kernel/events/close-event-queues.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import { EphemeralEvents } from "../delivery/ephemeral-events.ts";
import { BadEventQueueId, EventNotInQueue, EventsPruned } from "../errors.ts";
import { LiveQueue, type QueueReader } from "./live-queue.ts";
import { QueueKeeper } from "./queue-persister.ts";
import { SharedDeliveryOptions } from "./queue-options.ts";
import { areQueuesClosed, hasExpired, hasTurn, isOf, type Poll, takesTurn } from "./queue-consumers.ts";
import { findQueues, MAX_QUEUE_ID, mayBeQueueId } from "./queue-store.ts";
import { EventMemory } from "../delivery/recent-events.ts";
import { type FeedOptions, RealmFeed } from "../delivery/organization-feed.ts";
import { isRoleChange } from "../delivery/role-history.ts";
import { Waits } from "./pending-polls.ts";

export interface QueuesOptions {
  readonly db: PostgresDatabase;
  readonly clock: Clock;
  readonly log: Logger;
  readonly presenters: Presenters;
  /** A queue that no poll touched for so long is gone. */
  readonly idleSeconds: number;
  readonly heartbeatSeconds: number;
}

/** Longest time of a stream, in ms: clients acknowledge what they have when they come again. */
const LONGEST_STREAM_MS = 3_600_000;
/** How often blocked polls are looked through for due heartbeats, at the latest, in ms. */
const TICK_MS = 500;
/** A queue that somebody has begun to read, after the event `from`. */
interface Reading {
  readonly feed: RealmFeed;
  readonly queue: LiveQueue;
  readonly reader: QueueReader;
  readonly from: number;
}

/** What was found for a reader, or is to be waited for. */
interface Looked {
  readonly answer: readonly Delivery[] | Promise<readonly Delivery[]>;
}

/** The queues that clients of this process poll. */
export class Queues {
  readonly hub: EventHub;
  readonly keeper: QueueKeeper;
  readonly #options: QueuesOptions;
  readonly #queues = new Map<string, LiveQueue>();
  readonly #feeds = new Map<number, RealmFeed>();
  readonly #deliveryOptions = new SharedDeliveryOptions();
  readonly ephemeral: EphemeralEvents;
  readonly #feedOptions: FeedOptions;
  readonly #waits: Waits;
  readonly #find: (id: string) => Promise<LiveQueue | null>;
  readonly #timer: NodeJS.Timeout;
  #ending = false;

  constructor(options: QueuesOptions) {
    this.#options = options;
    const onError = (error: unknown) => {
      if (!logOutage(options.log, error)) options.log.error({ err: error }, "the event log could not be followed");
    };
    const { db, presenters, clock } = options;
    this.#waits = new Waits(options);
    this.ephemeral = new EphemeralEvents(clock);
    this.#feedOptions = { db: db.reader, presenters, memory: new EventMemory(), ephemeral: this.ephemeral };
    this.hub = new EventHub(db, { take: (event) => this.#take(event), pass: (event) => this.#pass(event) }, onError);
    this.#find = batched(async (ids: readonly string[]) => {
      const rows = new Map((await findQueues(options.db.reader, ids)).map((row) => [row.id, row]));
      return ids.map((id) => {
        const row = rows.get(id);
        if (!row) return null;
        const at = { now: this.#now(), heard: this.ephemeral.beginningOf(row.id) };
        return new LiveQueue(row, this.#deliveryOptions.of(row.options), at);
      });
    });
    const [onGone, onIdle] = [this.#forgetDeleted.bind(this), this.forget.bind(this)];
    this.keeper = new QueueKeeper({ ...options, queues: this.#queues, onGone, onIdle });
    this.#timer = setInterval(() => this.#tick(), Math.min(TICK_MS, this.keeper.roundMs / 2));
    this.#timer.unref();
  }

  /** Number of queues known here, and of polls that wait. */
  get size(): { queues: number; waiting: number } {
    const waiting = [...this.#feeds.values()].reduce((sum, feed) => sum + [...feed.waitingQueues()].length, 0);
    return { queues: this.#queues.size, waiting };
  }

  /** Answers with the events after `lastEventId`; waits for the first one where there is none. */
  async poll(actor: Actor, poll: Poll): Promise<readonly Delivery[]> {
    const queue = await this.#queueOf(actor, poll.queueId);
    queue.touch(this.#now());
    queue.looking += 1;
    const looked = this.#look(queue, actor, poll).finally(() => (queue.looking -= 1));
    return (await looked).answer;
  }

  /**
   * Everything after `lastEventId` as it comes, until somebody else reads the queue, or it is gone. Null: nothing came for a
   * while.
   */
  async stream(actor: Actor, poll: Omit<Poll, "dontBlock">): Promise<AsyncGenerator<readonly Delivery[] | null, void>> {
    const queue = await this.#queueOf(actor, poll.queueId);
    queue.touch(this.#now());
    const reading = await this.#begin(queue, actor, { ...poll, isStream: true });
    poll.request.onGone(() => {
      if (!hasTurn(queue, reading.reader)) return;
      queue.turn += 1;
      this.#waits.abandon(reading.feed, queue);
    });
    return this.#told(reading);
  }

  async *#told({ feed, queue, reader, from }: Reading): AsyncGenerator<readonly Delivery[] | null, void> {
    const end = this.#now() + LONGEST_STREAM_MS * (1 - Math.random() / 2);
    const mayRead = () => hasTurn(queue, reader) && !hasExpired(reader, this.#options.clock.now());
    const goesOn = () => !this.#ending && mayRead() && this.#queues.get(queue.queueId) === queue;
    queue.streams += 1;
    try {
      for (let at = from; goesOn() && this.#now() < end; at = queue.resumeFrom(at)) {
        const found = await (await this.#next({ feed, queue, reader, from: at }, null)).answer;
        // What was found before the queue went is still told: whoever listens is looked at again before that.
        if (!mayRead() || (found.length === 0 && !goesOn())) return;
        yield found.length > 0 ? found : null;
        at = found.at(-1)?.id ?? at;
      }
    } finally {
      queue.streams -= 1;
    }
  }

  async #look(queue: LiveQueue, actor: Actor, poll: Poll): Promise<Looked> {
    return this.#next(await this.#begin(queue, actor, { ...poll, isStream: false }), poll);
  }

  async #begin(queue: LiveQueue, actor: Actor, by: Omit<Poll, "dontBlock"> & { isStream: boolean }): Promise<Reading> {
    if (queue.options.isStockClient) by.request.useStockNames();
    const feed = await this.#feed(queue.realmId);
    const reader = takesTurn(queue, actor, by.isStream);
    // One connection a queue: the newer one takes over.
    this.#waits.end(feed, queue, []);
    await this.#acknowledge(queue, feed, by.lastEventId);
    return { feed, queue, reader, from: queue.resumeFrom(Math.max(by.lastEventId, queue.acked)) };
  }

  /** Looks for events. The answer may be one to wait for. `poll`: null for a stream. */
  async #next({ feed, queue, reader, from: first }: Reading, poll: Poll | null): Promise<Looked> {
    for (let from = first; ; from = queue.scanned) {
      const collected = await feed.collect(queue, from);
      const found = collected.length === 0 && poll?.dontBlock ? await this.#lastLook(feed, queue) : collected;
      // It may have been closed since this reader was let in.
      if (poll && this.#queues.get(queue.queueId) !== queue) throw new BadEventQueueId({ queue_id: queue.queueId });
      if (hasExpired(reader, this.#options.clock.now())) return { answer: [] };
      if (found.length > 0 || poll?.dontBlock || this.#ending || !hasTurn(queue, reader)) return { answer: found };
      const answer = queue.isShownHeld ? this.#waits.begin(feed, { ...poll, queue, reader }) : await this.#hold(queue);
      if (answer) return { answer };
    }
  }

  /** Deletes a queue; a poll that waits on it ends. */
  async delete(actor: Actor, queueId: string): Promise<void> {
    const queue = await this.#queueOf(actor, queueId);
    await this.#options.db.write((tx) => closeQueues(tx, queue.realmId, [queueId]));
    this.#drop(queue);
  }

  /** Forgets queues whose rows are gone. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      const queue = this.#queues.get(id);
      if (queue) this.#drop(queue);
    }
  }

  /** Forgets queues whose rows were found deleted, once polls that wait have the events that were committed with that. */
  async #forgetDeleted(ids: readonly string[]): Promise<void> {
    const realmIds = new Set(ids.flatMap((id) => this.#queues.get(id)?.realmId ?? []));
    for (const realmId of realmIds) await this.hub.consumeCommitted(realmId);
    this.forget(ids);
  }

  /** Answers all polls that wait, with nothing, and lets later ones wait no more. */
  endPolls(): void {
    this.#ending = true;
    for (const queue of this.#queues.values()) this.#endWaiting(queue);
  }

  /** Writes what the rows do not show yet. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.hub.close();
    await this.keeper.close();
  }

  async #queueOf(actor: Actor, queueId: string): Promise<LiveQueue> {
    const queue = this.#queues.get(queueId) ?? (mayBeQueueId(queueId) ? await this.#opened(queueId) : null);
    if (!queue || !isOf(queue, actor)) throw new BadEventQueueId({ queue_id: queueId.slice(0, MAX_QUEUE_ID) });
    return queue;
  }

  /** Takes on a queue with its owner's role, which the log moves forward from here. */
  async #opened(queueId: string): Promise<LiveQueue | null> {
    const queue = await this.#find(queueId);
    if (!queue) return null;
    const feed = await this.#feed(queue.realmId);
    const { head } = await this.hub.follow(queue.realmId);
    // No change that the row shows already is to come later.
    if (queue.roleAt > head) await this.hub.consumeCommitted(queue.realmId);
    const known = this.#queues.get(queueId);
    if (known) return known;
    queue.role = feed.latestRole(queue);
    this.#queues.set(queueId, queue);
    return queue;
  }

  async #acknowledge(queue: LiveQueue, feed: RealmFeed, lastEventId: number): Promise<void> {
    // A client that has had nothing yet may say so with -1.
    if (lastEventId === -1 && queue.acked === queue.start) return;
    if (lastEventId < queue.acked) throw new EventsPruned({ last_event_id: lastEventId });
    if (lastEventId >= nextLogId(feed.head)) {
      // Another process may have given it events that this one has not heard of.
      const { eventId } = await readPosition(this.#options.db.reader, queue.realmId);
      if (lastEventId >= nextLogId(eventId)) throw new EventNotInQueue({ last_event_id: lastEventId });
    }
    queue.acknowledge(lastEventId);
  }

  #setRole(userId: number, role: number): void {
    for (const queue of this.#queues.values()) if (queue.userId === userId) queue.role = role;
  }

  async #feed(realmId: number): Promise<RealmFeed> {
    const known = this.#feeds.get(realmId);
    const feed = known ?? new RealmFeed(realmId, this.#feedOptions);
    if (!known) this.#feeds.set(realmId, feed);
    // Whoever comes first may fail; what matters is that nobody looks before it is known where memory begins.
    feed.startAt((await this.hub.follow(realmId)).head);
    return feed;
  }

  async #take(event: LoggedEvent): Promise<void> {
    // Before anything that the same transaction says after it: those who lost their queues hear no more.
    if (areQueuesClosed(event.payload)) this.forget(event.payload.queue_ids);
    if (isRoleChange(event.payload)) this.#setRole(event.payload.user_id, event.payload.after);
    const feed = this.#feeds.get(event.realmId);
    await feed?.take(event);
    if (feed && isRealmDeactivated(event.payload)) this.#waits.endIdle(feed);
  }

  #pass(event: EphemeralEvent): void {
    this.ephemeral.push(event);
    this.#feeds.get(event.audience.realmId)?.pass(event);
  }

  /** What was committed before the call is found, even if it is still on its way from the log to here. */
  async #lastLook(feed: RealmFeed, queue: LiveQueue): Promise<readonly Delivery[]> {
    await (await this.hub.follow(queue.realmId)).caughtUp();
    return feed.collect(queue, queue.scanned);
  }

  /** Says that a poll is about to wait. What came meanwhile is to be looked for before it does. */
  async #hold(queue: LiveQueue): Promise<null> {
    await this.keeper.hold(queue);
    return null;
  }

  #endWaiting(queue: LiveQueue): void {
    const feed = this.#feeds.get(queue.realmId);
    if (feed && queue.waiter) this.#waits.end(feed, queue, queue.found?.deliveries ?? []);
  }

  #drop(queue: LiveQueue): void {
    this.#queues.delete(queue.queueId);
    this.#endWaiting(queue);
  }

  #tick(): void {
    this.#waits.beat(this.#feeds.values());
    this.keeper.tick();
  }

  #now(): number {
    return this.#options.clock.elapsed();
  }
}
