import type { RecipientQueue } from "@parlance/kernel/events/presenter.ts";
import type { DeliveryBatch, Delivery } from "../delivery/delivery-batch.ts";
import type { DeliveryOptions } from "./queue-options.ts";

/** Somebody who reads a queue: by a poll, or by a stream, which goes on after each answer. */
export interface QueueConsumer {
  /** Of two that read one queue, the one that came later has it. */
  readonly turn: number;
  readonly isStream: boolean;
  /** When the credential expires with which it came, in milliseconds of UNIX time; null: never. It gets nothing after that. */
  readonly expiresAt: number | null;
}

/** A reader that waits for events. */
export interface PendingConsumer {
  readonly consumer: QueueConsumer;
  /** Ends the wait with the events that there are, even none. */
  resolve(deliveries: readonly Delivery[]): void;
  /** When a heartbeat is due, in milliseconds as the clock's `elapsed` counts. */
  readonly heartbeatAt: number;
}

export interface QueueRow {
  readonly id: string;
  readonly realm_id: number;
  readonly user_id: number;
  /** See `credentialKey`; null: the account's key. */
  readonly pass: string | null;
  /** As it is after the event `role_at`. */
  readonly role: number;
  readonly role_at: number;
  readonly is_bot: boolean;
  /** As JSON. */
  readonly options: string;
  readonly start_event_id: number;
  readonly acked_event_id: number;
}

/**
 * A queue that this process has been asked about. Its row is the truth; what stands here beyond it may be lost in a
 * crash at no cost to the client: an older acknowledgement only means that events are kept, and looked at, again.
 */
export class LiveQueue implements RecipientQueue {
  readonly queueId: string;
  readonly realmId: number;
  readonly userId: number;
  readonly credentialKey: string | null;
  /** After the event `roleAt`; once the queue is opened, after all events that this process has delivered. */
  role: number;
  readonly roleAt: number;
  readonly isBot: boolean;
  readonly options: DeliveryOptions;
  readonly start: number;
  acked: number;
  /** Every event up to this one has been looked at for this queue… */
  scanned: number;
  /** …and what was found was given, up to this id, unless the client asks for it again. */
  delivered: number;
  /** The number of the last ephemeral event that was looked at for it. */
  lastEphemeral: number;
  /** When a poll was last here, in milliseconds as the clock's `elapsed` counts. */
  lastPolledAt: number;
  /** True when the row does not show `acked` and `lastPolledAt` yet. */
  isDirty = false;
  /** Polls that look for events: they neither wait yet, nor are they answered. */
  activePolls = 0;
  /** Streams that have not ended, whether they wait, look or write. */
  activeStreams = 0;
  /** Of the reader that came last. */
  turn = 0;
  waiter: PendingConsumer | null = null;
  /** True when the row shows that a poll waits here. It goes on showing it for a while when none does… */
  isMarkedPolled = false;
  /** …until then, in milliseconds as `lastPolledAt`: most clients poll again at once. */
  markedPolledUntil = 0;
  /** Found for the blocked poll, not yet answered. */
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

  /** The greatest id that the client may have. */
  get lastId(): number {
    return Math.max(this.delivered, this.acked);
  }

  /** Nobody polls it, not even now. */
  get isUnpolled(): boolean {
    return !this.hasConsumer && this.activePolls === 0;
  }

  /** Somebody waits for its next event, or is being told of those before. */
  get hasConsumer(): boolean {
    return this.waiter !== null || this.activeStreams > 0;
  }

  /** This queue as it was when its owner had that role. */
  withRole(role: number): LiveQueue {
    return role === this.role ? this : (Object.create(this, { role: { value: role } }) as LiveQueue);
  }

  /** Records that the client is there. */
  touch(now: number): void {
    this.lastPolledAt = now;
    this.isDirty = true;
  }

  /** Records that the client has everything up to this id. */
  acknowledge(id: number): void {
    if (id > this.acked) this.acked = id;
  }

  /** Where to look from for a client that has everything up to `id`: what was found empty need not be looked at again. */
  resumeFrom(id: number): number {
    return id >= this.delivered ? Math.max(this.scanned, id) : id;
  }
}
