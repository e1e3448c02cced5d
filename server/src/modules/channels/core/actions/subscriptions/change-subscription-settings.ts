import { sql } from "kysely";
import type { SubscriptionProperties } from "@parlance/contract/nouns/subscriptions.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordSubscriptionSettingChanges } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { InvalidChannelId, NotSubscribed } from "#modules/channels/core/errors.ts";
import { subscriptionChanged } from "#modules/channels/core/events.ts";
import type { SubscriptionSettings } from "#modules/channels/core/presentation.ts";
import { SUBSCRIPTION_SETTINGS } from "#modules/channels/core/subscriptions/subscription-settings.ts";

/** A change of a user's settings for one channel. */
export interface SubscriptionSettingChange {
  readonly channelId: number;
  readonly choice: Partial<SubscriptionSettings>;
}

interface LockedSubscription extends SubscriptionSettings {
  readonly channel_id: number;
}

/**
 * Changes the actor's settings for channels, in the given order. If one change is invalid, throws and makes none of
 * them. Clients receive an event for each change, even if it has no effect. Locks the subscriptions. `canSee` returns
 * whether the actor can see a channel to which the actor is not subscribed.
 * @throws NotSubscribed, or InvalidChannelId for channels that the actor cannot see
 */
export async function changeSubscriptionSettings(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  changes: readonly SubscriptionSettingChange[],
  canSee: (channelId: number) => boolean,
): Promise<void> {
  const ids = [...new Set(changes.map(({ channelId }) => channelId))].sort((a, b) => a - b);
  const own = new Map((await lockOwnSubscriptions(tx, actor.id, ids)).map((row) => [row.channel_id, row]));
  for (const { channelId, choice } of changes) {
    const before = own.get(channelId);
    if (!before) throw canSee(channelId) ? new NotSubscribed({ channel_id: channelId }) : new InvalidChannelId();
    own.set(channelId, { ...before, ...choice });
    for (const [property, value] of settingEventsOf(choice)) {
      emit(tx, toUser(actor), subscriptionChanged(channelId, property, value));
    }
  }
  await store(tx, actor.id, [...own.values()]);
  recordSubscriptionSettingChanges(
    tx,
    actor.realmId,
    ids.map((channelId) => ({ channelId, userId: actor.id })),
  );
}

type SettingEvent = readonly [property: keyof SubscriptionProperties, value: boolean | string];

/** Returns the events for changed settings. Muting also has a legacy event, which is emitted first. */
const settingEventsOf = (choice: Partial<SubscriptionSettings>): SettingEvent[] =>
  Object.entries(choice).flatMap(([name, value]) => {
    const change = [name, value] as SettingEvent;
    return name === "is_muted" ? [["in_home_view", !value], change] : [change];
  });

const lockOwnSubscriptions = (tx: Tx, userId: number, channelIds: readonly number[]): Promise<LockedSubscription[]> =>
  tx
    .selectFrom("subscription")
    .select(["channel_id", ...SUBSCRIPTION_SETTINGS])
    .where("user_id", "=", userId)
    .where("channel_id", "=", sql<number>`any(${channelIds}::int[])`)
    .where("is_active", "=", true)
    .orderBy("channel_id")
    .forUpdate()
    .execute();

async function store(tx: Tx, userId: number, rows: readonly LockedSubscription[]): Promise<void> {
  const set = sql.join(SUBSCRIPTION_SETTINGS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`new.${name}`)}`));
  await sql`
    update subscription set ${set}
    from json_populate_recordset(null::subscription, ${JSON.stringify(rows)}::json) as new
    where subscription.user_id = ${userId} and subscription.channel_id = new.channel_id`.execute(tx);
}
