import { sql } from "kysely";
import type { NeverSubscribed, Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import { encodeText } from "@parlance/kernel/base/encode-text.ts";
import { pipelined } from "@parlance/kernel/db/pipeline.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { MAX_SMALL_RESPONSE_BYTES } from "@parlance/kernel/http/response-backlog.ts";
import { type ChannelViewer, canSeeMetadataIn } from "../access/channel-access.ts";
import { channelSerializer, type OpenChannelJson } from "../snapshot/channels-json.ts";
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
  const jsonOf = channelSerializer(snapshot);
  const known = visible.map((channel) => ({ id: channel.id, json: jsonOf(channel) }));
  const general = generalNotifications(snapshot.get(users).get(actor.id)?.settings ?? {});
  const choicesIn = (row: SubscriptionSettings) =>
    request.withoutNulls
      ? resolveInheritedSettings(presentSubscriptionSettings(row), general)
      : presentSubscriptionSettings(row);
  const [rows, lists] = await pipelined([
    loadOwnSubscriptions(db, actor.id),
    loadSubscribersByDetail(db, actor.realmId, visible, includeSubscribers, now),
  ]);
  const own = new Map<number, OwnSubscription>();
  for (const row of rows) {
    const settings = jsonMembers(choicesIn(row));
    for (const id of row.channel_ids) own.set(id, { isActive: row.is_active, settings });
  }
  const state = {
    subscriptions: [] as JsonObjectPieces[],
    unsubscribed: [] as JsonObjectPieces[],
    never_subscribed: [] as JsonObjectPieces[],
  };
  for (const { id, json } of known) {
    const subscription = own.get(id);
    const subscribers = jsonMembers(lists(id));
    if (!subscription) state.never_subscribed.push([json, subscribers]);
    else {
      const list = subscription.isActive ? state.subscriptions : state.unsubscribed;
      list.push([json, subscription.settings, subscribers]);
    }
  }
  return {
    subscriptions: new JsonFragment(joinObjects(state.subscriptions)),
    unsubscribed: new JsonFragment(joinObjects(state.unsubscribed)),
    never_subscribed: new JsonFragment(joinObjects(state.never_subscribed)),
  };
}

/** A user's relation to a channel, with the settings as JSON. */
interface OwnSubscription {
  readonly isActive: boolean;
  readonly settings: Uint8Array;
}

/** An object as JSON without the closing brace, encoded as UTF-8: its first members, and further ones. */
type JsonObjectPieces = readonly [OpenChannelJson, ...Uint8Array[]];

const NO_MEMBERS = new Uint8Array();

/** Serializes the members of an object, each after a comma. */
function jsonMembers(object: object): Uint8Array {
  const json = JSON.stringify(object);
  return json === "{}" ? NO_MEMBERS : encodeText(`,${json.slice(1, -1)}`);
}

const COMMA = encodeText(",");
const BRACE = encodeText("}");

/** Yields a JSON list of objects, in chunks that are so large that they are not copied again. */
function* joinObjects(objects: readonly JsonObjectPieces[]): Generator<string | Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  yield "[";
  for (const [index, object] of objects.entries()) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(...object, BRACE);
    bytes += object.reduce((sum, { length }) => sum + length, 0);
    if (bytes < MAX_SMALL_RESPONSE_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, bytes] = [[], 0];
  }
  yield Buffer.concat(pieces);
  yield "]";
}

/** Settings that several of a user's subscriptions have, with the ids of their channels. */
interface OwnSubscriptionsRow extends SubscriptionSettings {
  readonly is_active: boolean;
  readonly channel_ids: readonly number[];
}

const SETTINGS = [
  ...(["is_active", "color", "is_muted", "pin_to_top", "desktop_notifications", "audible_notifications"] as const),
  ...(["push_notifications", "email_notifications", "wildcard_mentions_notify"] as const),
] as const;

/**
 * Loads a user's subscriptions, also former ones. Those with the same settings are one row, because most are similar, and
 * each row takes time.
 */
const loadOwnSubscriptions = (db: Reader, userId: number): Promise<OwnSubscriptionsRow[]> =>
  db
    .selectFrom("subscription")
    .select(SETTINGS)
    .select(sql<number[]>`json_agg(channel_id)`.as("channel_ids"))
    .where("user_id", "=", userId)
    .groupBy(SETTINGS)
    .execute();
