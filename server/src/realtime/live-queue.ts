import type { EventReader } from "#kernel/events/presenter.ts";

/** What a client registered, as it lies in `event_queue.options`. */
export interface QueueOptions {
  readonly event_types: readonly string[] | null;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly all_public_streams: boolean;
  readonly narrow: readonly (readonly [operator: string, operand: string])[];
  readonly client_capabilities: Readonly<Record<string, boolean | undefined>>;
  readonly client: string;
}

/** An event in the form that a queue receives: the JSON of one or more wire events, without brackets. */
export interface Delivery {
  readonly id: number;
  readonly json: string;
}

/** A blocked poll. */
export interface Waiter {
  /** Ends the poll with what there is, which may be nothing. */
  answer(deliveries: readonly Delivery[]): void;
  /** When a heartbeat is due, in milliseconds since the epoch. */
  readonly heartbeatAt: number;
}

export interface QueueRow {
  readonly id: string;
  readonly realm_id: number;
  readonly user_id: number;
  /** As it is after the event `role_at`. */
  readonly role: number;
  readonly role_at: number;
  readonly is_bot: boolean;
  readonly options: QueueOptions;
  readonly start_event_id: number;
  readonly acked_event_id: number;
}

/**
 * A queue that this process has been asked about. Its row is the truth; what stands here beyond it may be lost in a
 * crash at no cost to the client: an older acknowledgement only means that events are kept, and looked at, again.
 */
export class LiveQueue implements EventReader {
  readonly queueId: string;
  readonly realmId: number;
  readonly userId: number;
  /** After the event `roleAt`; once the queue is opened, after all events that this process has delivered. */
  role: number;
  readonly roleAt: number;
  readonly isBot: boolean;
  readonly options: QueueOptions;
  readonly eventTypes: ReadonlySet<string> | null;
  readonly start: number;
  acked: number;
  /** Every event up to this one has been looked at for this queue… */
  scanned: number;
  /** …and what was found was given, up to this id, unless the client asks for it again. */
  given: number;
  lastUsed: number;
  /** True when the row does not show `acked` and `lastUsed` yet. */
  dirty = false;
  waiter: Waiter | null = null;
  /** Found for the blocked poll, not yet answered. */
  found: Delivery[] = [];

  constructor(row: QueueRow, now: number) {
    this.queueId = row.id;
    this.realmId = row.realm_id;
    this.userId = row.user_id;
    this.role = row.role;
    this.roleAt = row.role_at;
    this.isBot = row.is_bot;
    this.options = row.options;
    this.eventTypes = row.options.event_types ? new Set(row.options.event_types) : null;
    this.start = row.start_event_id;
    this.acked = row.acked_event_id;
    this.scanned = row.acked_event_id;
    this.given = row.acked_event_id;
    this.lastUsed = now;
  }

  get applyMarkdown(): boolean {
    return this.options.apply_markdown;
  }
  get clientGravatar(): boolean {
    return this.options.client_gravatar;
  }
  get slimPresence(): boolean {
    return this.options.slim_presence;
  }
  get allPublicStreams(): boolean {
    return this.options.all_public_streams;
  }
  get narrow(): QueueOptions["narrow"] {
    return this.options.narrow;
  }
  get capabilities(): QueueOptions["client_capabilities"] {
    return this.options.client_capabilities;
  }

  /** This queue as it was when its owner had that role. */
  as(role: number): LiveQueue {
    return role === this.role ? this : (Object.create(this, { role: { value: role } }) as LiveQueue);
  }

  /** Records that the client is there. */
  touch(now: number): void {
    this.lastUsed = now;
    this.dirty = true;
  }

  /** Records that the client has everything up to this id. */
  acknowledge(id: number): void {
    if (id > this.acked) this.acked = id;
  }

  /** Where to look from for a client that has everything up to `id`: what was found empty need not be looked at again. */
  resumeFrom(id: number): number {
    return id >= this.given ? Math.max(this.scanned, id) : id;
  }
}
