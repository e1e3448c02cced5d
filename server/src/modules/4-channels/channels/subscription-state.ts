import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { NeverSubscribed, Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import { channelAccess, type Person } from "./access.ts";
import { seesMetadata } from "./reading.ts";
import { required } from "#kernel/required.ts";
import { presentChannels, presentChoices } from "./presentation.ts";
import { listSubscribers, type SubscriberDetail } from "./queries.ts";

export interface SubscriptionStateRequest {
  readonly actor: Person;
  readonly now: Date;
  readonly includeSubscribers: SubscriberDetail;
  readonly includeArchived: boolean;
}

/** Clients keep channels in this order, by code units, which is the same on every machine. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : Number(a.name > b.name);

/** Every channel that a user knows of, by what the user has to do with it; each list by name. */
export interface SubscriptionState {
  readonly subscriptions: Subscription[];
  /** Once subscribed to, and still visible. */
  readonly unsubscribed: Subscription[];
  readonly never_subscribed: NeverSubscribed[];
}

/** In a constant number of queries, however many channels and subscribers there are. */
export async function subscriptionState(db: Reader, request: SubscriptionStateRequest): Promise<SubscriptionState> {
  const { actor, now, includeSubscribers, includeArchived } = request;
  const channels = await channelAccess(db, actor, { all: true });
  const visible = channels
    .filter((channel) => seesMetadata(actor.role, channel) && (includeArchived || !channel.is_archived))
    .sort(byName);
  const presented = await presentChannels(db, actor.realmId, visible);
  const own = await ownRows(db, actor.id);
  const lists = await listSubscribers(db, actor.realmId, visible, includeSubscribers, now);
  const state: SubscriptionState = { subscriptions: [], unsubscribed: [], never_subscribed: [] };
  for (const { id } of visible) {
    const channel: Channel = required(presented.get(id));
    const row = own.get(id);
    if (!row) state.never_subscribed.push({ ...channel, ...lists(id) });
    else {
      const list = row.is_active ? state.subscriptions : state.unsubscribed;
      list.push({ ...channel, ...presentChoices(row), ...lists(id) });
    }
  }
  return state;
}

async function ownRows(db: Reader, userId: number): Promise<Map<number, Row<"subscription">>> {
  const rows = await db.selectFrom("subscription").selectAll().where("user_id", "=", userId).execute();
  return new Map(rows.map((row) => [row.channel_id, row]));
}
