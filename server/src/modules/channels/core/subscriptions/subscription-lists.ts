import type { NeverSubscribed, Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import { pipelined } from "@parlance/kernel/db/pipeline.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { encloseJsonList, JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { type ChannelViewer, canSeeMetadataIn } from "../access/channel-access.ts";
import { channelSerializer } from "../snapshot/channels-json.ts";
import { channels, type ChannelSnapshot } from "../snapshot/channels-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { generalNotifications, resolveInheritedSettings } from "./inherited-notification-settings.ts";
import { presentSubscriptionSettings, type SubscriptionSettings } from "../presentation.ts";
import { loadSubscribersByDetail, type SubscriberDetail } from "../queries.ts";

interface SubscriptionListsRequest {
  /** The organization snapshot. It changes over time, so all data needed from it is read before the first `await`. */
  readonly snapshot: OrganizationSnapshot;
  readonly actor: ChannelViewer;
  readonly now: Date;
  readonly includeSubscribers: SubscriberDetail;
  readonly includeArchived: boolean;
  /** True for clients that do not support null settings: each null is replaced by the user's general setting. */
  readonly withoutNulls?: boolean;
}

/** Returns the channels that a user can see, sorted by name. */
export const visibleChannels = (
  snapshot: OrganizationSnapshot,
  actor: Pick<ChannelViewer, "id" | "role">,
  { archivedToo }: { readonly archivedToo: boolean },
): ChannelSnapshot[] =>
  snapshot
    .get(channels)
    .sortedByName.filter(
      (channel) => (archivedToo || !channel.is_archived) && canSeeMetadataIn(snapshot, actor, channel),
    );

/** The channels that a user can see, as three lists by the user's relation to them. Each list is sorted by name. */
interface SubscriptionLists {
  readonly subscriptions: JsonFragment<Subscription[]>;
  /** Channels that the user was subscribed to earlier and can still see. */
  readonly unsubscribed: JsonFragment<Subscription[]>;
  readonly never_subscribed: JsonFragment<NeverSubscribed[]>;
}

/** Loads the lists. The number of queries does not depend on the number of channels and subscribers. */
export async function loadSubscriptionLists(db: Reader, request: SubscriptionListsRequest): Promise<SubscriptionLists> {
  const { snapshot, actor, now, includeSubscribers, includeArchived } = request;
  const visible = visibleChannels(snapshot, actor, { archivedToo: includeArchived });
  const textOf = channelSerializer(snapshot);
  const known = visible.map((channel) => ({ id: channel.id, json: textOf(channel) }));
  const general = generalNotifications(snapshot.get(users).get(actor.id)?.settings ?? {});
  const choicesIn = (row: OwnSubscriptionRow) =>
    request.withoutNulls
      ? resolveInheritedSettings(presentSubscriptionSettings(row), general)
      : presentSubscriptionSettings(row);
  const [own, lists] = await pipelined([
    loadOwnSubscriptions(db, actor.id),
    loadSubscribersByDetail(db, actor.realmId, visible, includeSubscribers, now),
  ]);
  const state = { subscriptions: [] as string[], unsubscribed: [] as string[], never_subscribed: [] as string[] };
  for (const { id, json } of known) {
    const row = own.get(id);
    if (!row) state.never_subscribed.push(appendJsonMembers(json, lists(id)));
    else {
      const list = row.is_active ? state.subscriptions : state.unsubscribed;
      list.push(appendJsonMembers(json, { ...choicesIn(row), ...lists(id) }));
    }
  }
  return {
    subscriptions: new JsonFragment(encloseJsonList(state.subscriptions)),
    unsubscribed: new JsonFragment(encloseJsonList(state.unsubscribed)),
    never_subscribed: new JsonFragment(encloseJsonList(state.never_subscribed)),
  };
}

/** Adds members to an object that is already serialized as JSON. Returns the JSON. */
function appendJsonMembers(json: string, more: object): string {
  const rest = JSON.stringify(more);
  return rest === "{}" ? json : `${json.slice(0, -1)},${rest.slice(1)}`;
}

interface OwnSubscriptionRow extends SubscriptionSettings {
  readonly channel_id: number;
  readonly is_active: boolean;
}

async function loadOwnSubscriptions(db: Reader, userId: number): Promise<Map<number, OwnSubscriptionRow>> {
  const rows = await db
    .selectFrom("subscription")
    .select(["channel_id", "is_active", "color", "is_muted", "pin_to_top", "desktop_notifications"])
    .select(["audible_notifications", "push_notifications", "email_notifications", "wildcard_mentions_notify"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map((row) => [row.channel_id, row]));
}
