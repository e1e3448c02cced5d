import type { Actor } from "@parlance/kernel/http/context.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import { DeferredResult } from "@parlance/kernel/http/deferred-result.ts";
import { finallyMaybe, type MaybePromise, thenMaybe } from "@parlance/kernel/base/maybe-promise.ts";
import { createBatchLoader } from "@parlance/kernel/base/batch-loader.ts";
import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import { EventHub } from "@parlance/kernel/events/event-hub.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { isRealmDeactivated } from "#modules/organizations/core/events.ts";
import { closeQueues } from "@parlance/kernel/events/close-event-queues.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import { EphemeralEvents } from "../delivery/ephemeral-events.ts";
import { BadEventQueueId } from "../errors.ts";
import { acknowledge } from "./acknowledge.ts";
import { LiveQueue } from "./live-queue.ts";
import { QueuePersister } from "./persistence/queue-persister.ts";
import { SharedDeliveryOptions } from "./queue-options.ts";
import { isQueuesClosedEvent, hasExpired, hasTurn, belongsTo, type Poll, claimTurn } from "./queue-consumers.ts";
import { countQueues, type QueueCounts } from "./queue-counts.ts";
import { findQueues, MAX_QUEUE_ID_LENGTH, isPossibleQueueId } from "./persistence/queue-store.ts";
import { RecentEventsMemory } from "../delivery/recent-events.ts";
import { type OrganizationFeedOptions, OrganizationFeed } from "../delivery/organization-feed.ts";
import { isRoleChangeEvent } from "../delivery/role-history.ts";
import { PendingPolls } from "./pending-polls.ts";
import { QueueTimer } from "./queue-timer.ts";
import type { EventQueuesOptions } from "./event-queues-options.ts";
import { collect, type ActiveRead, type ReadResult } from "./active-read.ts";

/** Maximum duration of a stream, in ms: clients acknowledge events when they reconnect. */
const MAX_STREAM_MS = 3_600_000;

/** The event queues that clients poll at this process. */
export class EventQueues {
  readonly hub: EventHub;
  readonly persister: QueuePersister;
  readonly #options: EventQueuesOptions;
  readonly #queues = new Map<string, LiveQueue>();
  readonly #feeds = new Map<number, OrganizationFeed>();
  readonly #deliveryOptions = new SharedDeliveryOptions();
  readonly ephemeralEvents: EphemeralEvents;
  readonly #feedOptions: OrganizationFeedOptions;
  readonly #waits: PendingPolls;
  readonly #timer: QueueTimer;
  readonly #find: (id: string) => Promise<LiveQueue | null>;
  #ending = false;

  constructor(options: EventQueuesOptions) {
    this.#options = options;
    const onError = (error: unknown) => {
      if (!logOutage(options.log, error)) options.log.error({ err: error }, "the event log could not be followed");
    };
    const { db, presenters, clock } = options;
    this.#waits = new PendingPolls(options);
    this.ephemeralEvents = new EphemeralEvents(clock);
    this.#feedOptions = {
      db: db.reader,
      presenters,
      memory: new RecentEventsMemory(),
      ephemeral: this.ephemeralEvents,
    };
    this.hub = new EventHub({
      ...options,
      onError,
      consumeLogged: (event) => this.#apply(event),
      consumeEphemeral: (event) => this.#pass(event),
    });
    this.#find = createBatchLoader(async (ids: readonly string[]) => {
      const rows = new Map((await findQueues(options.db.reader, ids)).map((row) => [row.id, row]));
      return ids.map((id) => {
        const row = rows.get(id);
        if (!row) return null;
        const at = { now: this.#now(), lastEphemeral: this.ephemeralEvents.startOf(row.id) };
        return new LiveQueue(row, this.#deliveryOptions.of(row.options), at);
      });
    });
    const [onGone, onIdle] = [this.#forgetDeleted.bind(this), this.forget.bind(this)];
    this.persister = new QueuePersister({ ...options, queues: this.#queues, onDeleted: onGone, onIdle });
    const { roundMs } = this.persister;
    this.#timer = new QueueTimer({ queues: this.#queues, hub: this.hub, roundMs, tick: () => this.#tick() });
  }

  start(): void {
    this.#timer.start();
  }

  /** Delivers the events of a transaction of this process. */
  onCommit(events: readonly LoggedEvent[]): void {
    this.hub.handleCommitted(events);
  }

  get size(): QueueCounts {
    return countQueues(this.#queues.values());
  }

  /** Returns the events after `lastEventId`. If there is none, waits for the first one, unless `dontBlock` is set. */
  poll(actor: Actor, poll: Poll): MaybePromise<ReadResult> {
    return thenMaybe(this.#queueOf(actor, poll.queueId), (queue) => {
      queue.touch(this.#now());
      queue.activePolls += 1;
      return finallyMaybe(
        () =>
          thenMaybe(this.#start(queue, actor, { ...poll, isStream: false }), (reading) => this.#next(reading, poll)),
        () => (queue.activePolls -= 1),
      );
    });
  }

  /**
   * Yields the events after `lastEventId` as they occur, and null if there was no event for a while. Ends when another
   * connection reads the queue, the queue is deleted, the credential expires, the time is up or the server stops.
   */
  async stream(actor: Actor, poll: Omit<Poll, "dontBlock">): Promise<AsyncGenerator<readonly Delivery[] | null, void>> {
    const queue = await this.#queueOf(actor, poll.queueId);
    queue.touch(this.#now());
    const reading = await this.#start(queue, actor, { ...poll, isStream: true });
    poll.request.onDisconnect(() => {
      if (!hasTurn(queue, reading.consumer)) return;
      queue.turn += 1;
      this.#waits.abandon(reading.feed, queue);
    });
    return this.#deliver(reading);
  }

  async *#deliver({ feed, queue, consumer, from }: ActiveRead): AsyncGenerator<readonly Delivery[] | null, void> {
    const end = this.#now() + MAX_STREAM_MS * (1 - Math.random() / 2);
    const mayRead = () => hasTurn(queue, consumer) && !hasExpired(consumer, this.#options.clock);
    const goesOn = () => !this.#ending && mayRead() && this.#queues.get(queue.queueId) === queue;
    queue.activeStreams += 1;
    try {
      for (let at = from; goesOn() && this.#now() < end; at = queue.resumeFrom(at)) {
        const next = await this.#next({ feed, queue, consumer, from: at }, null);
        const found = next instanceof DeferredResult ? await next.toPromise() : next;
        // Events that were found before the queue was deleted are still sent, but only after another check that the
        // consumer may read them.
        if (!mayRead() || (found.length === 0 && !goesOn())) return;
        yield found.length > 0 ? found : null;
        at = found.at(-1)?.id ?? at;
      }
    } finally {
      queue.activeStreams -= 1;
    }
  }

  #start(
    queue: LiveQueue,
    actor: Actor,
    { request, lastEventId, isStream }: Omit<Poll, "dontBlock"> & { isStream: boolean },
  ): MaybePromise<ActiveRead> {
    if (queue.options.isStockClient) request.useStockNames();
    return thenMaybe(this.#feed(queue.realmId), (feed) => {
      const consumer = claimTurn(queue, actor, isStream);
      // Only one connection per queue: the newer one takes over.
      this.#waits.end(feed, queue, []);
      const from = () => queue.resumeFrom(Math.max(lastEventId, queue.acked));
      const acknowledging = acknowledge(queue, lastEventId, { db: this.#options.db.reader, head: feed.head });
      return thenMaybe(acknowledging, () => ({ feed, queue, consumer, from: from() }));
    });
  }

  /** Collects events. If there are none, the result is deferred. `poll`: null for a stream. */
  #next(reading: ActiveRead, poll: Poll | null): MaybePromise<ReadResult> {
    const { feed, queue, consumer } = reading;
    const look = (found: readonly Delivery[]) =>
      found.length === 0 && poll?.dontBlock ? this.#lastLook(reading) : found;
    return thenMaybe(thenMaybe(collect(reading), look), (deliveries) => {
      if (poll) this.#assertOpen(queue);
      if (hasExpired(consumer, this.#options.clock)) return [];
      if (deliveries.length > 0 || poll?.dontBlock || this.#ending || !hasTurn(queue, consumer)) return deliveries;
      const lookAgain = () => this.#next({ ...reading, from: queue.scanned }, poll);
      // The row states that a poll is about to wait. Events that are published meanwhile are looked for again.
      if (!queue.isMarkedPolled) return this.persister.markPolled(queue).then(lookAgain);
      return this.#waits.wait(feed, { queue, consumer, request: poll?.request }) ?? lookAgain();
    });
  }

  /** Throws if the queue was closed since a poll of it was accepted. */
  #assertOpen(queue: LiveQueue): void {
    if (this.#queues.get(queue.queueId) !== queue) throw new BadEventQueueId({ queue_id: queue.queueId });
  }

  /** Deletes a queue, and ends a poll that waits on it. */
  async delete(actor: Actor, queueId: string): Promise<void> {
    const queue = await this.#queueOf(actor, queueId);
    await this.#options.db.write((tx) => closeQueues(tx, queue.realmId, [queueId]));
    this.#remove(queue);
  }

  /** Removes queues from memory: their rows were deleted, or their clients no longer poll at this process. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      const queue = this.#queues.get(id);
      if (queue) this.#remove(queue);
    }
  }

  /** Removes queues with deleted rows from memory, once waiting polls have the events committed with the deletion. */
  async #forgetDeleted(ids: readonly string[]): Promise<void> {
    const realmIds = new Set(ids.flatMap((id) => this.#queues.get(id)?.realmId ?? []));
    for (const realmId of realmIds) await this.hub.consumeCommitted(realmId);
    this.forget(ids);
  }

  /** Ends all waiting polls with the events found for them, if any. Later polls respond without waiting. */
  endPolls(): void {
    this.#ending = true;
    for (const queue of this.#queues.values()) this.#endWaiting(queue);
  }

  /** Stops following the event logs, and persists what the rows do not contain yet. */
  async stop(): Promise<void> {
    this.#timer.stop();
    await this.persister.close();
  }

  #queueOf(actor: Actor, queueId: string): MaybePromise<LiveQueue> {
    const known = this.#queues.get(queueId) ?? (isPossibleQueueId(queueId) ? this.#opened(queueId) : null);
    return thenMaybe(known, (queue) => {
      if (!queue || !belongsTo(queue, actor))
        throw new BadEventQueueId({ queue_id: queueId.slice(0, MAX_QUEUE_ID_LENGTH) });
      return queue;
    });
  }

  /** Loads a queue with its owner's role. From here on, the log updates the role. */
  async #opened(queueId: string): Promise<LiveQueue | null> {
    const queue = await this.#find(queueId);
    if (!queue) return null;
    const feed = await this.#feed(queue.realmId);
    const { head } = await this.hub.follow(queue.realmId);
    // Role changes that the row already contains must not be applied again later.
    if (queue.roleAt > head) await this.hub.consumeCommitted(queue.realmId);
    const known = this.#queues.get(queueId);
    if (known) return known;
    queue.role = feed.latestRole(queue);
    this.#queues.set(queueId, queue);
    if (this.#queues.size === 1 && !this.#ending) this.#timer.start();
    return queue;
  }

  #setRole(userId: number, role: number): void {
    for (const queue of this.#queues.values()) if (queue.userId === userId) queue.role = role;
  }

  /** Returns an organization's feed. Returns a promise only if this process does not follow the log yet. */
  #feed(realmId: number): OrganizationFeed | Promise<OrganizationFeed> {
    const feed = this.#feeds.get(realmId);
    return feed?.isStarted ? feed : this.#followFeed(realmId);
  }

  async #followFeed(realmId: number): Promise<OrganizationFeed> {
    const known = this.#feeds.get(realmId);
    const feed = known ?? new OrganizationFeed(realmId, this.#feedOptions);
    if (!known) this.#feeds.set(realmId, feed);
    // The first caller may fail; what matters is that no caller reads before it is known where the memory starts.
    feed.startAt((await this.hub.follow(realmId)).head);
    return feed;
  }

  async #apply(event: LoggedEvent): Promise<void> {
    // Applied before later events of the same transaction: clients whose queues were closed must not receive those.
    if (isQueuesClosedEvent(event.payload)) this.forget(event.payload.queue_ids);
    if (isRoleChangeEvent(event.payload)) this.#setRole(event.payload.user_id, event.payload.after);
    const feed = this.#feeds.get(event.realmId);
    await feed?.deliver(event);
    if (feed && isRealmDeactivated(event.payload)) this.#waits.endAll(feed);
  }

  #pass(event: EphemeralEvent): void {
    this.ephemeralEvents.push(event);
    this.#feeds.get(event.audience.realmId)?.deliverEphemeral(event);
  }

  /** Returns the events that any process committed before the call, even if their announcement is delayed. */
  async #lastLook(reading: ActiveRead): Promise<readonly Delivery[]> {
    await this.hub.consumeCommitted(reading.queue.realmId);
    return collect({ ...reading, from: reading.queue.scanned });
  }

  #endWaiting(queue: LiveQueue): void {
    const feed = this.#feeds.get(queue.realmId);
    if (feed && queue.waiter) this.#waits.end(feed, queue, feed.collectUnsent(queue));
  }

  #remove(queue: LiveQueue): void {
    this.#queues.delete(queue.queueId);
    this.#endWaiting(queue);
  }

  #tick(): void {
    this.#waits.sendHeartbeats(this.#feeds.values());
    this.persister.tick();
  }

  #now(): number {
    return this.#options.clock.elapsed();
  }
}
