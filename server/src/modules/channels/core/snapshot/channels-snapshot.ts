import type { ChannelNotificationSettings } from "@parlance/contract/notifications/notification-decision.ts";
import { compareText } from "@parlance/contract/state/list-operations.ts";
import { sql } from "kysely";
import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection, RowKey } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";
import { pairColumns, pairKey, parsePairKey, Relation } from "@parlance/kernel/organization-snapshot/relation.ts";
import {
  isNotifiedOfAllMessages,
  notificationSettingBitsInSql,
  decodeNotificationSettings,
} from "./notification-setting-bits.ts";

const COLUMNS = [
  "id",
  "recipient_id",
  "name",
  "name_key",
  "description",
  "rendered_description",
  "creator_id",
  "invite_only",
  "is_web_public",
  "history_public_to_subscribers",
  "message_retention_days",
  "topics_policy",
  "folder_id",
  "is_archived",
  "is_default",
  "first_message_id",
  "subscriber_count",
  "is_recently_active",
  "weekly_traffic",
] as const;

/** The data of a channel in the organization snapshot. */
export interface ChannelSnapshot extends Pick<Row<"channel">, (typeof COLUMNS)[number]> {
  /** Time of creation, in whole UNIX seconds. */
  readonly created_at: number;
  /** Time of the newest message, in UNIX milliseconds. It is updated only about once a day. */
  readonly last_message_at: number | null;
}

/** The channels of an organization, including archived ones. */
export class Channels {
  readonly #byId = new Map<number, ChannelSnapshot>();
  readonly #idByName = new Map<string, number>();
  readonly #idByRecipient = new Map<number, number>();
  /** Channels sorted by name. Computed when needed, and discarded when a channel changes. */
  #sorted: readonly ChannelSnapshot[] | undefined;

  get(id: number): ChannelSnapshot | undefined {
    return this.#byId.get(id);
  }

  /** Returns the channel whose name has this key, as computed by `channelNameKey`. */
  byName(key: string): ChannelSnapshot | undefined {
    return this.#byId.get(this.#idByName.get(key) ?? 0);
  }

  byRecipient(recipientId: number): ChannelSnapshot | undefined {
    return this.#byId.get(this.#idByRecipient.get(recipientId) ?? 0);
  }

  all(): Iterable<ChannelSnapshot> {
    return this.#byId.values();
  }

  /** The channels sorted by name. The order compares code units, so it is the same on every machine. */
  get sortedByName(): readonly ChannelSnapshot[] {
    return (this.#sorted ??= [...this.#byId.values()].sort((a, b) => compareText(a.name, b.name)));
  }

  put(channel: ChannelSnapshot): void {
    this.remove(channel.id);
    this.#sorted = undefined;
    this.#byId.set(channel.id, channel);
    this.#idByName.set(channel.name_key, channel.id);
    this.#idByRecipient.set(channel.recipient_id, channel.id);
  }

  remove(id: number): boolean {
    const known = this.#byId.get(id);
    if (!known) return false;
    this.#sorted = undefined;
    // Another channel may have received the same name in the meantime.
    if (this.#idByName.get(known.name_key) === id) this.#idByName.delete(known.name_key);
    this.#idByRecipient.delete(known.recipient_id);
    return this.#byId.delete(id);
  }
}

export const channels: SnapshotSection<Channels, ChannelSnapshot> = {
  name: "channels",
  tables: ["channel"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("channel")
      .select(COLUMNS)
      .select(sql<number>`floor(extract(epoch from created_at))::int8`.as("created_at"))
      .select(sql<number | null>`floor(extract(epoch from last_message_at) * 1000)::int8`.as("last_message_at"))
      .where("realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("id", "=", sql<number>`any(${keys}::int[])`))
      .execute(),
  keyOf: ({ id }) => id,
  empty: () => new Channels(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => [...facts.all()].sort((a, b) => a.id - b.id),
  bytesPerRow: 900,
};

interface SubscriptionRow {
  readonly channel_id: number;
  readonly user_id: number;
  readonly is_muted: boolean;
  /** The notification settings for the channel as one number. See `decodeNotificationSettings`. */
  readonly choices: number;
}

/** The subscriptions of an organization, including those of deactivated users. */
export class Subscriptions {
  /** Pairs of channel (left) and user (right). */
  readonly #all = new Relation();
  readonly #muted = new Relation();
  /** Notification settings that differ from the defaults, by channel id and user id. Most users have none. */
  readonly #choices = new Map<number, Map<number, number>>();

  isSubscribed(userId: number, channelId: number): boolean {
    return this.#all.has(channelId, userId);
  }

  /** True if the user is subscribed to the channel and has muted it. */
  isMuted(userId: number, channelId: number): boolean {
    return this.#muted.has(channelId, userId);
  }

  /** Returns a user's notification settings for a channel. */
  notificationSettingsOf(userId: number, channelId: number): ChannelNotificationSettings {
    return decodeNotificationSettings(this.#choicesOf(userId, channelId));
  }

  /** Returns the subscribers whose settings for the channel enable any kind of notification for all its messages. */
  notifiedOfAllMessages(channelId: number): number[] {
    return [...(this.#choices.get(channelId) ?? [])].flatMap(([userId, bits]) =>
      isNotifiedOfAllMessages(bits) ? [userId] : [],
    );
  }

  /** Returns the ids of a channel's subscribers, ascending. */
  subscribersOf(channelId: number): readonly number[] {
    return this.#all.rightsOf(channelId);
  }

  /** Returns the ids of the channels to which the user is subscribed, ascending. */
  channelsOf(userId: number): readonly number[] {
    return this.#all.leftsOf(userId);
  }

  *rows(): Iterable<SubscriptionRow> {
    for (const [channel_id, user_id] of this.#all.pairs()) {
      const choices = this.#choicesOf(user_id, channel_id);
      yield { channel_id, user_id, is_muted: this.isMuted(user_id, channel_id), choices };
    }
  }

  put({ channel_id, user_id, is_muted, choices }: SubscriptionRow): void {
    this.#all.add(channel_id, user_id);
    if (is_muted) this.#muted.add(channel_id, user_id);
    else this.#muted.remove(channel_id, user_id);
    this.#choose(channel_id, user_id, choices);
  }

  remove(channelId: number, userId: number): boolean {
    this.#muted.remove(channelId, userId);
    this.#choose(channelId, userId, 0);
    return this.#all.remove(channelId, userId);
  }

  #choicesOf(userId: number, channelId: number): number {
    return this.#choices.get(channelId)?.get(userId) ?? 0;
  }

  #choose(channelId: number, userId: number, choices: number): void {
    const own = this.#choices.get(channelId);
    if (choices === 0) {
      own?.delete(userId);
      if (own?.size === 0) this.#choices.delete(channelId);
    } else if (own) own.set(userId, choices);
    else this.#choices.set(channelId, new Map([[userId, choices]]));
  }
}

/**
 * Loads all subscriptions of an organization. The query loads them for each channel separately, because PostgreSQL
 * would otherwise read the subscriptions of all organizations.
 */
async function loadAllSubscriptions(db: Reader, realmId: number): Promise<SubscriptionRow[]> {
  const { rows } = await sql<ChannelSubscriptionsRow>`
    select channel.id as channel_id, own.users, own.muted, own.choosing
    from channel cross join lateral (
      select json_agg(user_id order by user_id) as users, json_agg(user_id) filter (where is_muted) as muted,
        json_agg(json_build_array(user_id, ${notificationSettingBitsInSql})) filter (where ${notificationSettingBitsInSql} > 0) as choosing
      from subscription where channel_id = channel.id and is_active
    ) as own
    where channel.realm_id = ${realmId}`.execute(db);
  return rows.flatMap(({ channel_id, users, muted, choosing }) => {
    const all = new Set(muted);
    const choices = new Map(choosing);
    return (users ?? []).map((user_id) => ({
      channel_id,
      user_id,
      is_muted: all.has(user_id),
      choices: choices.get(user_id) ?? 0,
    }));
  });
}

interface ChannelSubscriptionsRow {
  readonly channel_id: number;
  readonly users: number[] | null;
  readonly muted: number[] | null;
  /** Users whose notification settings differ from the defaults, with these settings as a number. */
  readonly choosing: [userId: number, choices: number][] | null;
}

async function loadSubscriptions(db: Reader, realmId: number, keys: readonly RowKey[]): Promise<SubscriptionRow[]> {
  const { lefts, rights } = pairColumns(keys);
  const { rows } = await sql<SubscriptionRow>`
    select channel_id, user_id, is_muted, ${notificationSettingBitsInSql} as choices
    from unnest(${lefts}::int[], ${rights}::int[]) as asked (channel_id, user_id)
    join subscription using (channel_id, user_id) join channel on channel.id = channel_id
    where channel.realm_id = ${realmId} and is_active`.execute(db);
  return rows;
}

export const subscriptions: SnapshotSection<Subscriptions, SubscriptionRow> = {
  name: "subscriptions",
  tables: ["subscription"],
  rows: (db, realmId, keys) =>
    keys === "all" ? loadAllSubscriptions(db, realmId) : loadSubscriptions(db, realmId, keys),
  keyOf: ({ channel_id, user_id }) => pairKey(channel_id, user_id),
  empty: () => new Subscriptions(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(...parsePairKey(key)),
  allRows: (facts) => [...facts.rows()],
  bytesPerRow: 30,
};

/** Records that this transaction changes channels, so that organization snapshots load them again. */
export const recordChannelChanges = (tx: Tx, realmId: number, ids: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, channels, ids);

interface Membership {
  readonly userId: number;
  readonly channelId: number;
}

/**
 * Records that this transaction subscribes or unsubscribes users, so that organization snapshots load these
 * subscriptions and the channels, whose subscriber counts change, again.
 */
export function recordSubscriptionChanges(tx: Tx, realmId: number, memberships: readonly Membership[]): void {
  recordChannelChanges(
    tx,
    realmId,
    memberships.map(({ channelId }) => channelId),
  );
  recordSubscriptionSettingChanges(tx, realmId, memberships);
}

/**
 * Records that this transaction changes users' settings for channels, so that organization snapshots load these
 * settings again.
 */
export const recordSubscriptionSettingChanges = (tx: Tx, realmId: number, memberships: readonly Membership[]): void =>
  recordSnapshotChanges(
    tx,
    realmId,
    subscriptions,
    memberships.map(({ channelId, userId }) => pairKey(channelId, userId)),
  );
