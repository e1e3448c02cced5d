import type { Logger } from "pino";
import type { Clock } from "#kernel/clock.ts";
import type { Actor } from "#kernel/http/context.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import { logOutage } from "#kernel/db/outage.ts";
import { batched } from "#kernel/batched.ts";
import type { EphemeralEvent } from "#kernel/events/ephemeral.ts";
import { EventHub } from "#kernel/events/hub.ts";
import { readPosition, type LoggedEvent } from "#kernel/events/log.ts";
import type { Presenters } from "#kernel/events/presenter.ts";
import { closeQueues } from "#kernel/events/close-event-queues.ts";
import type { Delivery } from "./answer.ts";
import { EphemeralEvents } from "./ephemeral-events.ts";
import { BadEventQueueId, EventNotInQueue, EventsPruned } from "./errors.ts";
import { LiveQueue } from "./live-queue.ts";
import { QueueKeeper } from "./queue-keeper.ts";
import { SharedDeliveryOptions } from "./queue-options.ts";
import { findQueues, MAX_QUEUE_ID, mayBeQueueId } from "./queue-store.ts";
import { EventMemory } from "./recent-events.ts";
import { type FeedOptions, RealmFeed } from "./realm-feed.ts";
import { isRoleChange } from "./role-history.ts";

export interface QueuesOptions {
  readonly db: PostgresDatabase;
  readonly clock: Clock;
  readonly log: Logger;
  readonly presenters: Presenters;
  /** A queue that no poll touched for so long is gone. */
  readonly idleSeconds: number;
  readonly heartbeatSeconds: number;
}

/** How often blocked polls are looked through for due heartbeats, at the latest, in ms. */
const TICK_MS = 500;
/** For how long after an answer others go on taking a queue for one that is held, in ms: most clients poll again at once. */
const GRACE_MS = 5000;
/** A heartbeat comes after this share of its interval: clients that wait a little longer than it never time out. */
const HEARTBEAT_SHARE = { least: 0.75, most: 0.92 };

export interface Poll {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Answer at once, even with nothing. */
  readonly dontBlock: boolean;
  /** Calls back when the client goes away. */
  onGone(act: () => void): void;
}

type PollAnswer = readonly Delivery[];

/** The server's own event that somebody lost these queues: their rows are gone. See `toServers`. */
interface QueuesClosedEvent {
  readonly type: "queues_closed";
  readonly queue_ids: readonly string[];
}

const areQueuesClosed = (event: { type: string }): event is QueuesClosedEvent => event.type === "queues_closed";

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
  readonly #find: (id: string) => Promise<LiveQueue | null>;
  readonly #timer: NodeJS.Timeout;
  #ending = false;

  constructor(options: QueuesOptions) {
    this.#options = options;
    const onError = (error: unknown) => {
      if (!logOutage(options.log, error)) options.log.error({ err: error }, "the event log could not be followed");
    };
    const { db, presenters, clock } = options;
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
    const forget = (ids: readonly string[]) => this.forget(ids);
    this.keeper = new QueueKeeper({ ...options, queues: this.#queues, onGone: forget, onIdle: forget });
    this.#timer = setInterval(() => this.#tick(), Math.min(TICK_MS, this.keeper.roundMs / 2));
    this.#timer.unref();
  }

  /** Number of queues known here, and of polls that wait. */
  get size(): { queues: number; waiting: number } {
    const waiting = [...this.#feeds.values()].reduce((sum, feed) => sum + [...feed.waitingQueues()].length, 0);
    return { queues: this.#queues.size, waiting };
  }

  /** Answers with the events after `lastEventId`; waits for the first one where there is none. */
  async poll(actor: Actor, poll: Poll): Promise<PollAnswer> {
    const queue = await this.#queueOf(actor, poll.queueId);
    queue.touch(this.#now());
    queue.looking += 1;
    const looked = this.#look(queue, poll).finally(() => (queue.looking -= 1));
    return (await looked).answer;
  }

  /** Looks for events. The answer may be one to wait for. */
  async #look(queue: LiveQueue, poll: Poll): Promise<{ answer: PollAnswer | Promise<PollAnswer> }> {
    const feed = await this.#feed(queue.realmId);
    // One connection a queue: the newer poll takes over.
    this.#end(feed, queue, []);
    await this.#acknowledge(queue, feed, poll.lastEventId);
    let from = queue.resumeFrom(Math.max(poll.lastEventId, queue.acked));
    for (;;) {
      const collected = await feed.collect(queue, from);
      const found = collected.length === 0 && poll.dontBlock ? await this.#lastLook(feed, queue) : collected;
      // It may have been closed since this poll was let in.
      if (this.#queues.get(queue.queueId) !== queue) throw new BadEventQueueId({ queue_id: queue.queueId });
      if (found.length > 0 || poll.dontBlock || this.#ending) return { answer: found };
      const answer = queue.isShownHeld ? this.#wait(feed, queue, poll) : await this.#hold(queue);
      if (answer) return { answer };
      from = queue.scanned;
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
    if (queue?.userId !== actor.id) throw new BadEventQueueId({ queue_id: queueId.slice(0, MAX_QUEUE_ID) });
    return queue;
  }

  /** Takes on a queue with its owner's role, which the log moves forward from here. */
  async #opened(queueId: string): Promise<LiveQueue | null> {
    const queue = await this.#find(queueId);
    if (!queue) return null;
    const feed = await this.#feed(queue.realmId);
    const tail = await this.hub.follow(queue.realmId);
    if (queue.roleAt > tail.head) {
      // No change that the row shows already is to come later.
      await tail.catchUp();
      await tail.caughtUp();
    }
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
    if (lastEventId > feed.head) {
      // Another process may have given it events that this one has not heard of.
      const { eventId } = await readPosition(this.#options.db.reader, queue.realmId);
      if (lastEventId > eventId) throw new EventNotInQueue({ last_event_id: lastEventId });
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
    await this.#feeds.get(event.realmId)?.take(event);
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

  /** Null when something arrived since the log was looked at. */
  #wait(feed: RealmFeed, queue: LiveQueue, poll: Poll): Promise<PollAnswer> | null {
    // Polls that came together may all have got here.
    this.#end(feed, queue, []);
    if (!feed.park(queue)) return null;
    const { least, most } = HEARTBEAT_SHARE;
    const seconds = this.#options.heartbeatSeconds * (least + Math.random() * (most - least));
    return new Promise((resolve) => {
      const answer = (deliveries: readonly Delivery[]) => {
        queue.touch(this.#now());
        queue.heldUntil = queue.lastUsed + GRACE_MS;
        resolve(deliveries);
      };
      const waiter = { answer, heartbeatAt: this.#now() + seconds * 1000 };
      queue.waiter = waiter;
      poll.onGone(() => {
        if (queue.waiter !== waiter) return;
        this.#end(feed, queue, []);
        queue.heldUntil = 0;
      });
    });
  }

  #end(feed: RealmFeed, queue: LiveQueue, deliveries: readonly Delivery[]): void {
    const { waiter } = queue;
    feed.unpark(queue);
    waiter?.answer(deliveries);
  }

  /** Says that the connection lives. What was found meanwhile says so too. */
  #beat(feed: RealmFeed, queue: LiveQueue): void {
    if (queue.found) return;
    // Not in the log, so it has no id of its own. That of the last event which was looked at, and was not for this
    // queue, lets the client acknowledge that there was nothing, and the log be pruned.
    queue.scanned = feed.head;
    queue.given = Math.max(queue.given, queue.scanned);
    const id = Math.max(queue.given, queue.acked);
    this.#end(feed, queue, [{ id, json: JSON.stringify({ type: "heartbeat", id }) }]);
  }

  #endWaiting(queue: LiveQueue): void {
    const feed = this.#feeds.get(queue.realmId);
    if (feed && queue.waiter) this.#end(feed, queue, []);
  }

  #drop(queue: LiveQueue): void {
    this.#queues.delete(queue.queueId);
    this.#endWaiting(queue);
  }

  #tick(): void {
    const now = this.#now();
    for (const feed of this.#feeds.values()) {
      // Polls that end leave the collection while it is walked through, which it bears.
      for (const queue of feed.waitingQueues()) {
        if (queue.waiter && queue.waiter.heartbeatAt <= now) this.#beat(feed, queue);
      }
    }
    this.keeper.tick();
  }

  #now(): number {
    return this.#options.clock.elapsed();
  }
}
