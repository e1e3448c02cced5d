import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import { sql } from "kysely";
import { isWithinPeriod, isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";
import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { LiveQueue } from "../queues/live-queue.ts";

/** The audience of an event, with the users who were subscribed to its channel at that time. */
export interface EventRecipients {
  readonly audience: Audience;
  readonly subscribers: ReadonlySet<number>;
  readonly named: ReadonlySet<number>;
  readonly except: ReadonlySet<number>;
}

const NO_USERS: ReadonlySet<number> = new Set();

/**
 * Reason why a queue receives an event. "direct": the event is addressed to its owner. "public": the queue receives the
 * events of all public channels. Null: it does not receive the event.
 */
export type DeliveryReason = "direct" | "public" | null;

/**
 * Returns the reason why a queue receives an event; null if it does not receive it, or if the kind of audience is
 * unknown.
 */
export function findDeliveryReason(
  queue: LiveQueue,
  { audience, subscribers, named, except }: EventRecipients,
): DeliveryReason {
  if (except.has(queue.userId) || (audience.humans && queue.isBot)) return null;
  if (audience.everyone || subscribers.has(queue.userId) || named.has(queue.userId)) return "direct";
  if (audience.members && isAtLeast(queue.role, "member")) return "direct";
  if (audience.roleAtLeast !== undefined && isAtLeast(queue.role, audience.roleAtLeast)) return "direct";
  return audience.publicStreams && queue.allPublicStreams && isAtLeast(queue.role, "member") ? "public" : null;
}

/** Returns true if the recipients are not listed by id, so that every queue must be checked. */
export const isAddressedByRole = ({ everyone, members, roleAtLeast, publicStreams }: Audience): boolean =>
  Boolean(everyone ?? members ?? publicStreams) || roleAtLeast !== undefined;

/** Internal event, not sent to clients, for the start or end of subscriptions; see `toServerProcesses`. */
export interface ChannelAccessEvent {
  readonly type: "channel_access";
  readonly channel_id: number;
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

const isChannelAccessEvent = (event: { type: string }): event is ChannelAccessEvent => event.type === "channel_access";

/** Maximum number of channels whose subscribers are cached; the least recently used are evicted first. */
const MAX_CACHED_CHANNELS = 5000;

/**
 * The subscribers of each channel at the time of the event that is being delivered. They are first loaded from the
 * subscription periods and then updated by the log itself, so that they always match the log position.
 */
export class ChannelSubscribers {
  readonly #db: Reader;
  readonly #channels = new Map<number, ReadonlySet<number>>();

  constructor(db: Reader) {
    this.#db = db;
  }

  /** Finds the recipients of the next event of a log. Call it for every event, in order. */
  async recipientsOf(event: LoggedEvent): Promise<EventRecipients> {
    if (isChannelAccessEvent(event.payload)) this.#move(event.payload);
    const { channel } = event.audience;
    return withSubscribers(
      event.audience,
      channel === undefined ? NO_USERS : await this.#subscribers(channel, event.id),
    );
  }

  async #subscribers(channelId: number, eventId: number): Promise<ReadonlySet<number>> {
    const known = this.#channels.get(channelId) ?? (await loadSubscribersAt(this.#db, channelId, eventId));
    this.#channels.delete(channelId);
    this.#channels.set(channelId, known);
    if (this.#channels.size > MAX_CACHED_CHANNELS)
      for (const oldest of this.#channels.keys()) return this.#forget(oldest, known);
    return known;
  }

  #forget(channelId: number, known: ReadonlySet<number>): ReadonlySet<number> {
    this.#channels.delete(channelId);
    return known;
  }

  /** Creates a new set for each change, because events in memory still refer to the old set. */
  #move({ channel_id: channelId, add, remove }: ChannelAccessEvent): void {
    const known = this.#channels.get(channelId);
    if (!known) return;
    const next = new Set(known);
    for (const id of add) next.add(id);
    for (const id of remove) next.delete(id);
    this.#channels.set(channelId, next);
  }
}

/** Returns the recipients of an ephemeral event, whose audience never contains a channel. */
export const ephemeralRecipients = ({ audience }: EphemeralEvent): EventRecipients =>
  withSubscribers(audience, NO_USERS);

function withSubscribers(audience: Audience, subscribers: ReadonlySet<number>): EventRecipients {
  const named = audience.users ? new Set(audience.users) : NO_USERS;
  const except = audience.except ? new Set(audience.except) : NO_USERS;
  return { audience, subscribers, named, except };
}

/** Loads the users who were subscribed to a channel when an event happened. */
async function loadSubscribersAt(db: Reader, channelId: number, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("subscription_period as period")
    .innerJoin("channel", "channel.recipient_id", "period.recipient_id")
    .select("period.user_id")
    .where("channel.id", "=", channelId)
    .where(isWithinPeriodInSql(sql`${eventId}::bigint`, { of: "event" }))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * Returns a function that finds out whether a user was a recipient of past events. It uses only that user's
 * subscription periods.
 */
export async function loadPastRecipients(
  db: Reader,
  userId: number,
  after: number,
): Promise<(event: LoggedEvent) => EventRecipients> {
  const periods = await db
    .selectFrom("subscription_period as period")
    .innerJoin("channel", "channel.recipient_id", "period.recipient_id")
    .select(["channel.id as channelId", "period.from_event_id as from", "period.to_event_id as to"])
    .where("period.user_id", "=", userId)
    .where((where) => where.or([where("period.to_event_id", "is", null), where("period.to_event_id", ">", after)]))
    .execute();
  const byChannel = Map.groupBy(periods, ({ channelId }) => channelId);
  const self: ReadonlySet<number> = new Set([userId]);
  return ({ id, audience }) => {
    const own = audience.channel === undefined ? [] : (byChannel.get(audience.channel) ?? []);
    return withSubscribers(audience, own.some((period) => isWithinPeriod(id, period)) ? self : NO_USERS);
  };
}
