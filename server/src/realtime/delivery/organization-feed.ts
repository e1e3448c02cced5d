import type { Reader } from "@parlance/kernel/db/types.ts";
import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import { readEvents, type LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import type { Presenters } from "@parlance/kernel/events/presenter.ts";
import { DeliveryBatch, type Delivery } from "./delivery-batch.ts";
import { DeliverableEvent, createEphemeralDelivery } from "./deliverable-event.ts";
import type { EphemeralEvents } from "./ephemeral-events.ts";
import type { LiveQueue, PendingConsumer, SeenPositions } from "../queues/live-queue.ts";
import {
  ChannelSubscribers,
  loadPastRecipients,
  isAddressedByRole,
  type EventRecipients,
  ephemeralRecipients,
} from "./event-recipients.ts";
import { RecentEvents, type RecentEventsMemory } from "./recent-events.ts";
import { WaitingQueues } from "./waiting-queues.ts";
import { loadPastRoles, RoleHistory } from "./role-history.ts";

/** Number of events read from the event table at a time. */
const BATCH_SIZE = 500;

/** Maximum number of waiting polls that are answered in one turn of the event loop, so that other work is not delayed. */
const MAX_ANSWERS_PER_TURN = 100;

/** Services that the feeds of all organizations share. */
export interface OrganizationFeedOptions {
  readonly db: Reader;
  readonly presenters: Presenters;
  readonly memory: RecentEventsMemory;
  readonly ephemeral: EphemeralEvents;
}

/**
 * Delivers the events of one organization in this process. It holds the latest events of the log in memory, and the
 * waiting polls.
 */
export class OrganizationFeed {
  readonly realmId: number;
  readonly #db: Reader;
  readonly #presenters: Presenters;
  readonly #subscribers: ChannelSubscribers;
  readonly #roles = new RoleHistory();
  readonly #waiting = new WaitingQueues();
  /** Queues whose waiting polls may have events, in the order in which they are answered. */
  #ready: LiveQueue[] = [];
  readonly #recent: RecentEvents;
  readonly #ephemeral: EphemeralEvents;
  /** Id of the event before the oldest one in memory. */
  #before: number | undefined;
  #head = 0;
  #isStarted = false;
  #answering = false;

  constructor(realmId: number, { db, presenters, memory, ephemeral }: OrganizationFeedOptions) {
    this.realmId = realmId;
    this.#db = db;
    this.#presenters = presenters;
    this.#ephemeral = ephemeral;
    this.#subscribers = new ChannelSubscribers(db);
    this.#recent = new RecentEvents(memory, (upTo) => {
      this.#before = upTo;
      this.#roles.evictUpTo(upTo);
    });
  }

  /** Id of the last event that this process has delivered. */
  get head(): number {
    return this.#head;
  }

  /** True if the position at which this process started to follow the log is set. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Sets the position of the log at which this process started to follow it. */
  startAt(head: number): void {
    this.#isStarted = true;
    this.#before ??= head;
    this.#head = Math.max(this.#head, head);
  }

  /** Delivers the next event of the log. */
  async deliver(event: LoggedEvent): Promise<void> {
    const readers = await this.#subscribers.recipientsOf(event);
    const onGrown = (characters: number) => this.#recent.addGrowth(event.id, characters);
    const deliverable = new DeliverableEvent(event, readers, this.#presenters, onGrown);
    const seen = { scanned: this.#head, lastEphemeral: this.#ephemeral.newest };
    this.#before ??= event.id - 1;
    this.#head = event.id;
    this.#roles.add(event);
    this.#recent.push(deliverable);
    for (const queue of this.#candidates(deliverable.recipients)) this.#wake(queue, seen);
  }

  /** Delivers an ephemeral event to the waiting polls. Clients without a waiting poll get it with their next poll. */
  deliverEphemeral(event: EphemeralEvent): void {
    const seen = { scanned: this.#head, lastEphemeral: this.#ephemeral.newest - 1 };
    for (const queue of this.#candidates(ephemeralRecipients(event))) this.#wake(queue, seen);
  }

  /** Returns the role of a queue's owner as of the last event that this process has delivered. */
  latestRole({ userId, role, roleAt }: LiveQueue): number {
    return this.#roles.latest(userId, roleAt) ?? role;
  }

  /** Makes a poll wait for events. Returns false if some events were not checked for this queue yet. */
  park(queue: LiveQueue): boolean {
    if (queue.scanned < this.#head || queue.lastEphemeral < this.#ephemeral.newest) return false;
    this.#waiting.add(queue);
    return true;
  }

  /** Removes a poll that no longer waits. */
  unpark(queue: LiveQueue): void {
    if (!queue.waiter) return;
    this.#waiting.delete(queue);
    queue.waiter = null;
  }

  /** Returns the events for a waiting poll that are in memory and were not sent yet. */
  collectUnsent(queue: LiveQueue): readonly Delivery[] {
    const seen = queue.waiter?.seen;
    if (!seen || !this.#isInMemory(seen.scanned)) return [];
    queue.lastEphemeral = seen.lastEphemeral;
    return this.#collectInMemory(queue, seen.scanned);
  }

  /**
   * Returns the queue's events after `from`, and records in the queue how far the log was read and what was delivered.
   * Returns a promise only if events must be loaded from the database.
   */
  collect(queue: LiveQueue, from: number): Delivery[] | Promise<Delivery[]> {
    return this.#isInMemory(from) ? this.#collectInMemory(queue, from) : this.#collectEarlier(queue, from);
  }

  #collectInMemory(queue: LiveQueue, from: number): Delivery[] {
    const answer = new DeliveryBatch();
    return this.#close(queue, answer, this.#collectFromMemory(queue, from, answer));
  }

  /** Returns no events if another consumer has replaced the queue's consumer meanwhile. */
  async #collectEarlier(queue: LiveQueue, from: number): Promise<Delivery[]> {
    const { turn } = queue;
    const answer = new DeliveryBatch();
    let at = from;
    while (!this.#isInMemory(at) && !answer.isFull) at = await this.#collectFromTable(queue, at, answer);
    if (queue.turn !== turn) return [];
    return this.#close(queue, answer, answer.isFull ? at : this.#collectFromMemory(queue, at, answer));
  }

  /** Returns true if all events after an id are in memory. */
  #isInMemory(after: number): boolean {
    return after >= (this.#before ?? this.#head);
  }

  waitingQueues(): Iterable<LiveQueue> {
    return this.#waiting.all();
  }

  #close(queue: LiveQueue, answer: DeliveryBatch, lookedUpTo: number): Delivery[] {
    queue.scanned = lookedUpTo;
    if (!answer.isFull) this.#addEphemeral(queue, answer);
    queue.delivered = answer.deliveries.at(-1)?.id ?? queue.delivered;
    return answer.deliveries;
  }

  /**
   * Adds ephemeral events after all events of the log, because a client that acknowledges an event acknowledges
   * everything before it.
   */
  #addEphemeral(queue: LiveQueue, answer: DeliveryBatch): void {
    let lastId = Math.max(queue.scanned, queue.lastId, answer.deliveries.at(-1)?.id ?? 0);
    for (const event of this.#ephemeral.after(queue.lastEphemeral, this.realmId)) {
      const delivery = createEphemeralDelivery(event, queue, { lastId, presenters: this.#presenters });
      if (!delivery) continue;
      answer.add(delivery);
      lastId = delivery.id;
    }
    queue.lastEphemeral = this.#ephemeral.newest;
  }

  async #collectFromTable(queue: LiveQueue, after: number, answer: DeliveryBatch): Promise<number> {
    const upTo = this.#before ?? this.#head;
    const [events, readersOf, roles] = await Promise.all([
      readEvents(this.#db, { realmId: this.realmId, after, upTo, limit: BATCH_SIZE }),
      loadPastRecipients(this.#db, queue.userId, after),
      loadPastRoles(this.#db, queue, { after, upTo: this.#head }),
    ]);
    for (const event of events) {
      if (answer.isFull) return event.id - 1;
      const deliverable = new DeliverableEvent(event, readersOf(event), this.#presenters);
      const delivery = deliverable.deliveryFor(queue.withRole(roles.roleAt(event.id, queue)));
      if (delivery) answer.add(delivery);
    }
    return events.length === BATCH_SIZE ? (events.at(-1)?.id ?? upTo) : upTo;
  }

  /** Synchronous, so that no event can be delivered between this search and the caller's next step. */
  #collectFromMemory(queue: LiveQueue, after: number, answer: DeliveryBatch): number {
    // If another process was ahead of this one, events that it has already checked must not be checked again.
    let lookedUpTo = Math.max(after, this.#head);
    for (const event of this.#recent.after(after)) {
      if (answer.isFull) {
        lookedUpTo = event.id - 1;
        break;
      }
      const delivery = event.deliveryFor(queue.withRole(this.#roles.roleAt(event.id, queue)));
      if (delivery) answer.add(delivery);
    }
    this.#recent.evictExcess();
    return lookedUpTo;
  }

  /**
   * Iterates over the waiting polls that may receive an event: those of the named users and of the channel's
   * subscribers, or all if the audience is described by roles or includes `publicStreams`. Some may be returned twice.
   */
  *#candidates(readers: EventRecipients): Iterable<LiveQueue> {
    if (isAddressedByRole(readers.audience)) return yield* this.waitingQueues();
    for (const people of [readers.subscribers, readers.named]) {
      const isSmall = people.size < this.#waiting.ownerCount;
      for (const userId of isSmall ? people : this.#waiting.ownerIds()) {
        if (isSmall || people.has(userId)) yield* this.#waiting.of(userId);
      }
    }
  }

  /**
   * Marks a waiting poll as ready, because it may receive a new event. `seen`: the positions up to which all events have
   * reached their waiting polls; the new event follows. The event itself is matched when the poll is answered, so that
   * this is done in the same turn of the event loop for few polls only, and events that follow soon are part of the same
   * response.
   */
  #wake(queue: LiveQueue, seen: SeenPositions): void {
    const { waiter } = queue;
    if (!waiter || waiter.seen) return;
    waiter.seen = seen;
    this.#ready.push(queue);
    if (this.#answering) return;
    this.#answering = true;
    // Runs after all events of the same turn of the event loop have been delivered, so that a client gets them in one
    // response.
    setImmediate(() => this.#answerReady());
  }

  #answerReady(): void {
    for (const queue of this.#ready.splice(0, MAX_ANSWERS_PER_TURN)) this.#answer(queue);
    this.#answering = this.#ready.length > 0;
    if (this.#answering) setImmediate(() => this.#answerReady());
  }

  /** Answers a waiting poll that is ready, or lets it wait on if none of the new events is for it. */
  #answer(queue: LiveQueue): void {
    const { waiter } = queue;
    // The poll has ended meanwhile.
    if (!waiter?.seen) return;
    if (!this.#isInMemory(waiter.seen.scanned)) return this.#answerEarlier(queue, waiter, waiter.seen.scanned);
    try {
      const found = this.collectUnsent(queue);
      waiter.seen = null;
      if (found.length === 0 && !waiter.endsWithoutEvents) return;
      this.unpark(queue);
      waiter.resolve(found);
    } catch (error) {
      this.unpark(queue);
      waiter.reject(error);
    }
  }

  /** Answers a waiting poll whose events are no longer in memory. If there are none for it, its client polls again. */
  #answerEarlier(queue: LiveQueue, waiter: PendingConsumer, from: number): void {
    const ifWaiting = (act: () => void) => {
      if (queue.waiter !== waiter) return;
      this.unpark(queue);
      act();
    };
    this.#collectEarlier(queue, from).then(
      (found) => ifWaiting(() => waiter.resolve(found)),
      (error: unknown) => ifWaiting(() => waiter.reject(error)),
    );
  }
}
