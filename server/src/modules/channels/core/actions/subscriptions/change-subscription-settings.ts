import { sql } from "kysely";
import type { SubscriptionProperties } from "@parlance/contract/nouns/subscriptions.ts";
import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { channelAccess } from "#modules/channels/core/access/channel-access.ts";
import { noteChoices } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { InvalidChannelId, NotSubscribed } from "#modules/channels/core/errors.ts";
import { subscriptionChanged } from "#modules/channels/core/events.ts";
import type { SubscriptionChoices } from "#modules/channels/core/presentation.ts";
import { CHOICES } from "#modules/channels/core/subscriptions/subscription-settings.ts";
import { seesMetadata } from "#modules/channels/core/access/visibility-rules.ts";

/** What somebody wants of a channel that they are in. */
export interface WantedChange {
  readonly channelId: number;
  readonly choice: Partial<SubscriptionChoices>;
}

interface Locked extends SubscriptionChoices {
  readonly channel_id: number;
}

/**
 * Changes how the actor wants channels to be shown and told of, one change after the other, or none of them. Clients hear of
 * each, also where it changes nothing. Locks the subscriptions.
 */
export async function changeSubscriptions(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  changes: readonly WantedChange[],
): Promise<void> {
  const ids = [...new Set(changes.map(({ channelId }) => channelId))].sort((a, b) => a - b);
  const known = await channelAccess(tx, actor, { ids });
  const isKnown = new Set(known.filter((channel) => seesMetadata(actor.role, channel)).map(({ id }) => id));
  const own = new Map((await lockOwn(tx, actor.id, ids)).map((row) => [row.channel_id, row]));
  for (const { channelId, choice } of changes) {
    if (!isKnown.has(channelId)) throw new InvalidChannelId();
    const before = own.get(channelId);
    if (!before) throw new NotSubscribed({ channel_id: channelId });
    own.set(channelId, { ...before, ...choice });
    for (const [property, value] of toldOf(choice)) {
      emit(tx, toUser(actor), subscriptionChanged(channelId, property, value));
    }
  }
  await store(tx, actor.id, [...own.values()]);
  noteChoices(
    tx,
    actor.realmId,
    ids.map((channelId) => ({ channelId, userId: actor.id })),
  );
}

type Told = readonly [property: keyof SubscriptionProperties, value: boolean | string];

/** Muting has an older name, which is told first. */
const toldOf = (choice: Partial<SubscriptionChoices>): Told[] =>
  Object.entries(choice).flatMap(([name, value]) => {
    const told = [name, value] as Told;
    return name === "is_muted" ? [["in_home_view", !value], told] : [told];
  });

const lockOwn = (tx: Tx, userId: number, channelIds: readonly number[]): Promise<Locked[]> =>
  tx
    .selectFrom("subscription")
    .select(["channel_id", ...CHOICES])
    .where("user_id", "=", userId)
    .where("channel_id", "=", sql<number>`any(${channelIds}::int[])`)
    .where("is_active", "=", true)
    .orderBy("channel_id")
    .forUpdate()
    .execute();

async function store(tx: Tx, userId: number, rows: readonly Locked[]): Promise<void> {
  const set = sql.join(CHOICES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`new.${name}`)}`));
  await sql`
    update subscription set ${set}
    from json_populate_recordset(null::subscription, ${JSON.stringify(rows)}::json) as new
    where subscription.user_id = ${userId} and subscription.channel_id = new.channel_id`.execute(tx);
}
