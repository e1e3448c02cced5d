import type { RecipientQueue } from "@parlance/kernel/events/presenter.ts";
import type { DeliveryBatch, Delivery } from "../delivery/delivery-batch.ts";
import type { DeliveryOptions } from "./queue-options.ts";

/** A consumer of a queue: a long poll, or a stream, which continues after each batch. */
export interface QueueConsumer {
  /** Of two consumers of a queue, the one with the later turn reads it. */
  readonly turn: number;
  readonly isStream: boolean;
  /**
   * Expiration of the consumer's credential, in milliseconds of UNIX time; null: never. The consumer receives nothing
   * after that.
   */
  readonly expiresAt: number | null;
}

/** A consumer that waits for events. */
export interface PendingConsumer {
  readonly consumer: QueueConsumer;
  /** Ends the wait with the given events, even if there are none. */
  resolve(deliveries: readonly Delivery[]): void;
  /** Time at which a heartbeat is due, in milliseconds of the clock's `elapsed`. */
  readonly heartbeatAt: number;
}

export interface QueueRow {
  readonly id: string;
  readonly realm_id: number;
  readonly user_id: number;
  /** See `credentialKey`; null: the account's API key. */
  readonly pass: string | null;
  /** Role of the queue's owner after the event `role_at`. */
  readonly role: number;
  readonly role_at: number;
  readonly is_bot: boolean;
  /** As JSON. */
  readonly options: string;
  readonly start_event_id: number;
  readonly acked_event_id: number;
}

/**
 * A queue that a client has requested at this process. Its row in the database is authoritative. The state here beyond
 * the row may be lost in a crash at no cost to the client: an older acknowledgement only means that events are stored,
 * and checked for the queue, again.
 */
export class LiveQueue implements RecipientQueue {
  readonly queueId: string;
  readonly realmId: number;
  readonly userId: number;
  readonly credentialKey: string | null;
  /**
   * Role after the event `roleAt`; once the queue is opened, the role after all events that this process has delivered.
   */
  role: number;
  readonly roleAt: number;
  readonly isBot: boolean;
  readonly options: DeliveryOptions;
  readonly start: number;
  acked: number;
  /** Every event up to this one has been checked for this queue… */
  scanned: number;
  /** …and the matching ones were delivered, up to this id, unless the client requests them again. */
  delivered: number;
  /** The number of the last ephemeral event that was checked for it. */
  lastEphemeral: number;
  /** Time of the last poll, in milliseconds of the clock's `elapsed`. */
  lastPolledAt: number;
  /** True if the row does not contain the current `acked` and `lastPolledAt` yet. */
  isDirty = false;
  /** Number of polls that are collecting events: they neither wait yet, nor have a response. */
  activePolls = 0;
  /** Number of streams that have not ended, whether they wait, collect or write. */
  activeStreams = 0;
  /** Turn of the latest consumer. */
  turn = 0;
  waiter: PendingConsumer | null = null;
  /** True if the row shows that a poll waits at this process. The row shows it for a while after the poll has ended… */
  isMarkedPolled = false;
  /** …until this time, in milliseconds like `lastPolledAt`: most clients poll again immediately. */
  markedPolledUntil = 0;
  /** Events found for the blocked poll, not sent yet. */
  pendingBatch: DeliveryBatch | null = null;

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

  /** True if no client polls it at this moment. */
  get isUnpolled(): boolean {
    return !this.hasConsumer && this.activePolls === 0;
  }

  /** True if a consumer waits for its next event, or a stream is open. */
  get hasConsumer(): boolean {
    return this.waiter !== null || this.activeStreams > 0;
  }

  /** Returns this queue as it would be if its owner had the role. */
  withRole(role: number): LiveQueue {
    return role === this.role ? this : (Object.create(this, { role: { value: role } }) as LiveQueue);
  }

  /** Records that the client has polled. */
  touch(now: number): void {
    this.lastPolledAt = now;
    this.isDirty = true;
  }

  /** Records that the client has received everything up to this id. */
  acknowledge(id: number): void {
    if (id > this.acked) this.acked = id;
  }

  /**
   * Returns the id after which to search for a client that has everything up to `id`: events that were checked without
   * a match need not be checked again.
   */
  resumeFrom(id: number): number {
    return id >= this.delivered ? Math.max(this.scanned, id) : id;
  }
}
