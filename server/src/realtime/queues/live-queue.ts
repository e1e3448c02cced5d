import type { RecipientQueue } from "@parlance/kernel/events/presenter.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import type { DeliveryOptions } from "./queue-options.ts";

/** A reader of a queue: a long poll, or a stream, which continues after each batch. */
export interface QueueConsumer {
  /** Number of the consumer. Only the consumer with the highest turn reads the queue. */
  readonly turn: number;
  readonly isStream: boolean;
  /**
   * Time at which the consumer's credential expires, in UNIX milliseconds; null if it does not expire. The consumer
   * receives nothing after that.
   */
  readonly expiresAt: number | null;
}

/** Positions up to which the events are known not to be for a waiting consumer, or to have been delivered to it. */
export interface SeenPositions {
  /** Id of an event of the log. */
  readonly scanned: number;
  /** Number of an ephemeral event. */
  readonly lastEphemeral: number;
}

/** A consumer that waits for events. */
export interface PendingConsumer {
  readonly consumer: QueueConsumer;
  /** Set while the events after these positions may be for the consumer and are not sent yet. */
  seen: SeenPositions | null;
  /** True if the wait ends soon, even without events. */
  endsWithoutEvents: boolean;
  /** Ends the wait with the given events, which may be empty. */
  resolve(deliveries: readonly Delivery[]): void;
  /** Ends the wait because the events could not be read. */
  reject(error: unknown): void;
  /** Time at which a heartbeat is due, in milliseconds on the scale of `clock.elapsed()`. */
  readonly heartbeatAt: number;
}

export interface QueueRow {
  readonly id: string;
  readonly realm_id: number;
  readonly user_id: number;
  /** Credential with which the queue was registered, see `credentialKey`; null for the account's API key. */
  readonly pass: string | null;
  /** Role of the queue's owner as of the event `role_at`. */
  readonly role: number;
  readonly role_at: number;
  readonly is_bot: boolean;
  /** The registration options, as JSON. */
  readonly options: string;
  readonly start_event_id: number;
  readonly acked_event_id: number;
}

/**
 * A queue in the memory of a process at which its client polls. The row in the database is authoritative. State that is
 * not saved there yet may be lost in a crash without harm: if an acknowledgement is lost, some events are only stored
 * longer and checked for the queue again.
 */
export class LiveQueue implements RecipientQueue {
  readonly queueId: string;
  readonly realmId: number;
  readonly userId: number;
  readonly credentialKey: string | null;
  /**
   * Role of the owner as of the event `roleAt`. After the queue is opened, the role as of the last event that this
   * process has delivered.
   */
  role: number;
  readonly roleAt: number;
  readonly isBot: boolean;
  readonly options: DeliveryOptions;
  readonly start: number;
  acked: number;
  /** Id of the last event of the log that was checked for this queue. */
  scanned: number;
  /**
   * Highest id that was delivered. All matching events up to `scanned` were delivered, unless the client requests them
   * again.
   */
  delivered: number;
  /** Number of the last ephemeral event that was checked for this queue. */
  lastEphemeral: number;
  /** Time of the last poll, in milliseconds on the scale of `clock.elapsed()`. */
  lastPolledAt: number;
  /** True if `acked` or `lastPolledAt` have changed since they were saved to the row. */
  isDirty = false;
  /** Number of polls that are collecting events: they do not wait yet, and have no response yet. */
  activePolls = 0;
  /** Number of open streams, whether they are waiting, collecting or writing. */
  activeStreams = 0;
  /** Turn of the latest consumer, which reads the queue. */
  turn = 0;
  waiter: PendingConsumer | null = null;
  /**
   * True if the row says that a poll waits at this process. The row still says so for some time after the poll has
   * ended.
   */
  isMarkedPolled = false;
  /**
   * Time until which the row still says so after a poll has ended, on the same scale as `lastPolledAt`. This saves a
   * write, because most clients poll again immediately.
   */
  markedPolledUntil = 0;

  constructor(row: QueueRow, options: DeliveryOptions, at: { readonly now: number; readonly lastEphemeral: number }) {
    this.queueId = row.id;
    this.realmId = row.realm_id;
    this.userId = row.user_id;
    this.credentialKey = row.pass;
    this.role = row.role;
    this.roleAt = row.role_at;
    this.isBot = row.is_bot;
    this.options = options;
    this.start = row.start_event_id;
    this.acked = row.acked_event_id;
    this.scanned = row.acked_event_id;
    this.delivered = row.acked_event_id;
    this.lastEphemeral = at.lastEphemeral;
    this.lastPolledAt = at.now;
  }

  get eventTypes(): DeliveryOptions["eventTypes"] {
    return this.options.eventTypes;
  }
  get applyMarkdown(): boolean {
    return this.options.applyMarkdown;
  }
  get clientGravatar(): boolean {
    return this.options.clientGravatar;
  }
  get slimPresence(): boolean {
    return this.options.slimPresence;
  }
  get allPublicStreams(): boolean {
    return this.options.allPublicStreams;
  }
  get narrow(): DeliveryOptions["narrow"] {
    return this.options.narrow;
  }
  get capabilities(): DeliveryOptions["capabilities"] {
    return this.options.capabilities;
  }
  get client(): string {
    return this.options.client;
  }

  /** The highest id that the client may have received. */
  get lastId(): number {
    return Math.max(this.delivered, this.acked);
  }

  /** True if no client is polling the queue at this moment. */
  get isUnpolled(): boolean {
    return !this.hasConsumer && this.activePolls === 0;
  }

  /** True if a consumer waits for its next event, or a stream is open. */
  get hasConsumer(): boolean {
    return this.waiter !== null || this.activeStreams > 0;
  }

  /** Returns a copy of this queue whose owner has the given role. */
  withRole(role: number): LiveQueue {
    return role === this.role ? this : (Object.create(this, { role: { value: role } }) as LiveQueue);
  }

  /** Records that the client has polled. */
  touch(now: number): void {
    this.lastPolledAt = now;
    this.isDirty = true;
  }

  /** Records that the client has received everything up to an id. */
  acknowledge(id: number): void {
    if (id > this.acked) this.acked = id;
  }

  /**
   * Returns the id after which to search for a client that has received everything up to `id`. Skips events that were
   * already checked and did not match.
   */
  resumeFrom(id: number): number {
    return id >= this.delivered ? Math.max(this.scanned, id) : id;
  }
}
