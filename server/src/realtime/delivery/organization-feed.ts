import type { Reader } from "@parlance/kernel/db/types.ts";
import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import { readEvents, type LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import type { Presenters } from "@parlance/kernel/events/presenter.ts";
import { DeliveryBatch, type Delivery } from "./delivery-batch.ts";
import { DeliverableEvent, createEphemeralDelivery } from "./deliverable-event.ts";
import type { EphemeralEvents } from "./ephemeral-events.ts";
import type { LiveQueue } from "../queues/live-queue.ts";
import {
  ChannelSubscribers,
  loadPastRecipients,
  isAddressedByRole,
  type EventRecipients,
  ephemeralRecipients,
} from "./event-recipients.ts";
import { RecentEvents, type RecentEventsMemory } from "./recent-events.ts";
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
  readonly #waiting = new Map<number, Set<LiveQueue>>();
  readonly #ready = new Set<LiveQueue>();
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
    this.#before ??= event.id - 1;
    this.#head = event.id;
    this.#roles.add(event);
    this.#recent.push(deliverable);
    for (const queue of this.#candidates(deliverable.recipients)) this.#offer(queue, deliverable);
  }

  /** Delivers an ephemeral event to the waiting polls. Clients without a waiting poll get it with their next poll. */
  deliverEphemeral(event: EphemeralEvent): void {
    for (const queue of this.#candidates(ephemeralRecipients(event))) {
      // The response is full, so the event is delivered with the next poll.
      if (queue.pendingBatch?.isFull) continue;
      const lastId = Math.max(this.#head, queue.lastId, queue.pendingBatch?.deliveries.at(-1)?.id ?? 0);
      const delivery = createEphemeralDelivery(event, queue, { lastId, presenters: this.#presenters });
      if (delivery) this.#enqueue(queue, delivery);
      queue.lastEphemeral = this.#ephemeral.newest;
    }
  }

  /** Returns the role of a queue's owner as of the last event that this process has delivered. */
  latestRole({ userId, role, roleAt }: LiveQueue): number {
    return this.#roles.latest(userId, roleAt) ?? role;
  }

  /** Makes a poll wait for events. Returns false if some events were not checked for this queue yet. */
  park(queue: LiveQueue): boolean {
    if (queue.scanned < this.#head || queue.lastEphemeral < this.#ephemeral.newest) return false;
    const own = this.#waiting.get(queue.userId);
    if (own) own.add(queue);
    else this.#waiting.set(queue.userId, new Set([queue]));
    return true;
  }

  /** Removes a poll that no longer waits. */
  unpark(queue: LiveQueue): void {
    const own = this.#waiting.get(queue.userId);
    if (own?.delete(queue) && own.size === 0) this.#waiting.delete(queue.userId);
    this.#ready.delete(queue);
    queue.pendingBatch = null;
    queue.waiter = null;
  }

  /**
   * Returns the queue's events after `from`, and records in the queue how far the log was read and what was delivered.
   * Returns a promise only if events must be loaded from the database.
   */
  collect(queue: LiveQueue, from: number): Delivery[] | Promise<Delivery[]> {
    const answer = new DeliveryBatch();
    return this.#isInMemory(from)
      ? this.#close(queue, answer, this.#collectFromMemory(queue, from, answer))
      : this.#collectEarlier(queue, from, answer);
  }

  async #collectEarlier(queue: LiveQueue, from: number, answer: DeliveryBatch): Promise<Delivery[]> {
    let at = from;
    while (!this.#isInMemory(at)) {
      const next = await this.#collectFromTable(queue, at, answer);
      if (answer.isFull) return this.#close(queue, answer, next);
      at = next;
    }
    return this.#close(queue, answer, this.#collectFromMemory(queue, at, answer));
  }

  /** Returns true if all events after an id are in memory. */
  #isInMemory(after: number): boolean {
    return after >= (this.#before ?? this.#head);
  }

  *waitingQueues(): Iterable<LiveQueue> {
    for (const own of this.#waiting.values()) yield* own;
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
   * subscribers, or all if the audience is described by roles or includes `publicStreams`.
   */
  *#candidates(readers: EventRecipients): Iterable<LiveQueue> {
    if (isAddressedByRole(readers.audience)) return yield* this.waitingQueues();
    const seen = new Set<number>();
    for (const people of [readers.subscribers, readers.named]) {
      const [few, many] = people.size < this.#waiting.size ? [people, this.#waiting] : [this.#waiting, people];
      for (const userId of few.keys()) {
        if (!many.has(userId) || seen.has(userId)) continue;
        if (readers.named.size > 0) seen.add(userId);
        yield* this.#waiting.get(userId) ?? [];
      }
    }
  }

  #offer(queue: LiveQueue, event: DeliverableEvent): void {
    if (queue.pendingBatch?.isFull) {
      queue.pendingBatch.scannedUpTo ??= event.id - 1;
      return;
    }
    const delivery = event.deliveryFor(queue);
    if (delivery) this.#enqueue(queue, delivery);
  }

  #enqueue(queue: LiveQueue, delivery: Delivery): void {
    queue.pendingBatch ??= new DeliveryBatch();
    queue.pendingBatch.add(delivery);
    this.#ready.add(queue);
    if (this.#answering) return;
    this.#answering = true;
    // Runs after all events of the same turn of the event loop have been delivered, so that a client gets them in one
    // response.
    setImmediate(() => this.#answerReady());
  }

  #answerReady(): void {
    let answered = 0;
    for (const queue of this.#ready) {
      if (++answered > MAX_ANSWERS_PER_TURN) break;
      const { waiter, pendingBatch } = queue;
      this.unpark(queue);
      if (!pendingBatch) continue;
      queue.scanned = Math.max(queue.scanned, pendingBatch.scannedUpTo ?? this.#head);
      queue.delivered = pendingBatch.deliveries.at(-1)?.id ?? queue.delivered;
      waiter?.resolve(pendingBatch.deliveries);
    }
    this.#answering = this.#ready.size > 0;
    if (this.#answering) setImmediate(() => this.#answerReady());
  }
}
