import type { Reader } from "#kernel/db/types.ts";
import { readEvents, type LoggedEvent } from "#kernel/events/log.ts";
import type { Presenters } from "#kernel/events/presenter.ts";
import { DeliverableEvent } from "./forms.ts";
import type { Delivery, LiveQueue } from "./live-queue.ts";
import { ChannelSubscribers, historyOf, reachesByRole } from "./readers.ts";
import { pastRolesOf, RoleHistory } from "./role-history.ts";

/** Bounds of what is kept in memory of one organization's log. */
const MAX_EVENTS = 10_000;
const MAX_CHARACTERS = 16_000_000;
/** Bounds of one answer; what is beyond them comes with the client's next poll. */
const MAX_ANSWER_EVENTS = 1000;
const MAX_ANSWER_CHARACTERS = 4_000_000;
/** Events read from the table at a time. */
const BATCH = 500;

/** One organization's events as this process delivers them: the end of the log in memory, and the polls that wait. */
export class RealmFeed {
  readonly realmId: number;
  readonly #db: Reader;
  readonly #presenters: Presenters;
  readonly #subscribers: ChannelSubscribers;
  readonly #roles = new RoleHistory();
  readonly #waiting = new Map<number, Set<LiveQueue>>();
  readonly #ready = new Set<LiveQueue>();
  #recent: DeliverableEvent[] = [];
  #characters = 0;
  /** The event before the oldest one in memory. */
  #before: number | undefined;
  #head = 0;
  #answering = false;

  constructor(realmId: number, db: Reader, presenters: Presenters) {
    this.realmId = realmId;
    this.#db = db;
    this.#presenters = presenters;
    this.#subscribers = new ChannelSubscribers(db);
  }

  /** The last event that was delivered here. */
  get head(): number {
    return this.#head;
  }

  /** Where the log stood when it began to be followed. */
  startAt(head: number): void {
    this.#before ??= head;
    this.#head = Math.max(this.#head, head);
  }

  /** Takes the next event of the log. */
  async take(event: LoggedEvent): Promise<void> {
    const readers = await this.#subscribers.at(event);
    const deliverable = new DeliverableEvent(event, readers, this.#presenters);
    this.#before ??= event.id - 1;
    this.#head = event.id;
    this.#roles.note(event);
    this.#remember(deliverable);
    for (const queue of this.#candidates(deliverable)) this.#offer(queue, deliverable);
  }

  /** The role of a queue's owner after the last event that was delivered here. */
  latestRole({ userId, role, roleAt }: LiveQueue): number {
    return this.#roles.latest(userId, roleAt) ?? role;
  }

  /** Blocks a poll until something is found for it. False when there are events that were not looked at for it yet. */
  park(queue: LiveQueue): boolean {
    if (queue.scanned < this.#head) return false;
    const own = this.#waiting.get(queue.userId);
    if (own) own.add(queue);
    else this.#waiting.set(queue.userId, new Set([queue]));
    return true;
  }

  /** The poll is over. */
  unpark(queue: LiveQueue): void {
    const own = this.#waiting.get(queue.userId);
    if (own?.delete(queue) && own.size === 0) this.#waiting.delete(queue.userId);
    this.#ready.delete(queue);
    queue.found = [];
    queue.waiter = null;
  }

  /** What lies in the log for a queue after `from`; notes in the queue how far it looked and what it gave. */
  async collect(queue: LiveQueue, from: number): Promise<Delivery[]> {
    const answer = new Answer();
    let at = from;
    while (at < (this.#before ?? this.#head)) {
      const next = await this.#collectFromTable(queue, at, answer);
      if (answer.full) return this.#close(queue, answer, next);
      at = next;
    }
    return this.#close(queue, answer, this.#collectFromMemory(queue, at, answer));
  }

  *waitingQueues(): Iterable<LiveQueue> {
    for (const own of this.#waiting.values()) yield* own;
  }

  #close(queue: LiveQueue, answer: Answer, lookedUpTo: number): Delivery[] {
    queue.scanned = lookedUpTo;
    queue.given = answer.deliveries.at(-1)?.id ?? queue.given;
    return answer.deliveries;
  }

  async #collectFromTable(queue: LiveQueue, after: number, answer: Answer): Promise<number> {
    const upTo = this.#before ?? this.#head;
    const [events, readersOf, roles] = await Promise.all([
      readEvents(this.#db, { realmId: this.realmId, after, upTo, limit: BATCH }),
      historyOf(this.#db, queue.userId, after),
      pastRolesOf(this.#db, queue, { after, upTo: this.#head }),
    ]);
    for (const event of events) {
      if (answer.full) return event.id - 1;
      const deliverable = new DeliverableEvent(event, readersOf(event), this.#presenters);
      const delivery = deliverable.for(queue.as(roles.at(event.id, queue)));
      if (delivery) answer.add(delivery);
    }
    return events.length === BATCH ? (events.at(-1)?.id ?? upTo) : upTo;
  }

  /** Runs without a pause, so that nothing can arrive between the look and what the caller does next. */
  #collectFromMemory(queue: LiveQueue, after: number, answer: Answer): number {
    const first = this.#recent[0]?.id ?? this.#head + 1;
    for (let index = Math.max(0, after + 1 - first); index < this.#recent.length; index += 1) {
      const event = this.#recent[index];
      if (event === undefined) break;
      if (answer.full) return event.id - 1;
      const delivery = event.for(queue.as(this.#roles.at(event.id, queue)));
      if (delivery) answer.add(delivery);
    }
    return this.#head;
  }

  #remember(event: DeliverableEvent): void {
    this.#recent.push(event);
    this.#characters += event.size;
    if (this.#recent.length <= MAX_EVENTS && this.#characters <= MAX_CHARACTERS) return;
    // A tenth at a time, so that the array is not moved for each event.
    const dropped = this.#recent.splice(0, Math.max(1, Math.floor(this.#recent.length / 10)));
    this.#characters -= dropped.reduce((sum, { size }) => sum + size, 0);
    this.#before = dropped.at(-1)?.id ?? this.#before;
    this.#roles.forgetUpTo(this.#before ?? 0);
  }

  /** The blocked polls that may hear an event: all of them, or only those of the people it names. */
  *#candidates({ readers }: DeliverableEvent): Iterable<LiveQueue> {
    if (reachesByRole(readers.audience)) return yield* this.waitingQueues();
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
    // The client may have had it from another process, which was ahead of this one.
    const delivery = event.id > queue.acked ? event.for(queue) : null;
    if (!delivery) return;
    queue.found.push(delivery);
    this.#ready.add(queue);
    if (this.#answering) return;
    this.#answering = true;
    // After the events that came together have all been taken: one answer for them, not one each.
    setImmediate(() => this.#answerReady());
  }

  #answerReady(): void {
    this.#answering = false;
    const ready = [...this.#ready];
    for (const queue of ready) {
      const { waiter, found } = queue;
      this.unpark(queue);
      const answer = new Answer();
      for (const delivery of found) if (!answer.full) answer.add(delivery);
      const isAll = answer.deliveries.length === found.length;
      queue.given = answer.deliveries.at(-1)?.id ?? queue.given;
      queue.scanned = isAll ? this.#head : queue.given;
      waiter?.answer(answer.deliveries);
    }
  }
}

/** An answer that grows up to its bounds. */
class Answer {
  readonly deliveries: Delivery[] = [];
  #characters = 0;

  get full(): boolean {
    return this.deliveries.length >= MAX_ANSWER_EVENTS || this.#characters >= MAX_ANSWER_CHARACTERS;
  }

  add(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.#characters += delivery.json.length;
  }
}
