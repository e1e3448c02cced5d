import type { NeverSubscribed, Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import { together } from "#kernel/db/pipeline.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { jsonList, JsonPart } from "#kernel/http/json-response.ts";
import { type Person, seesMetadataIn } from "../access/channel-access.ts";
import { channelTexts } from "../snapshot/channels-json.ts";
import { channels, type KnownChannel } from "../snapshot/channels-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { generalNotifications, withoutNulls } from "./inherited-notification-settings.ts";
import { presentChoices, type SubscriptionChoices } from "../presentation.ts";
import { listSubscribers, type SubscriberDetail } from "../queries.ts";

interface SubscriptionStateRequest {
  /** It moves on: all that is taken from it is taken before the first `await`. */
  readonly directory: Directory;
  readonly actor: Person;
  readonly now: Date;
  readonly includeSubscribers: SubscriberDetail;
  readonly includeArchived: boolean;
  /** Says what counts for a channel for which nothing was chosen, in place of null. */
  readonly withoutNulls?: boolean;
}

/** The channels that somebody knows of, by name. */
export const visibleChannels = (
  directory: Directory,
  actor: Pick<Person, "id" | "role">,
  { archivedToo }: { readonly archivedToo: boolean },
): KnownChannel[] =>
  directory
    .of(channels)
    .inOrder.filter((channel) => (archivedToo || !channel.is_archived) && seesMetadataIn(directory, actor, channel));

/** Every channel that a user knows of, by what the user has to do with it; each list by name. */
interface SubscriptionState {
  readonly subscriptions: JsonPart<Subscription[]>;
  /** Once subscribed to, and still visible. */
  readonly unsubscribed: JsonPart<Subscription[]>;
  readonly never_subscribed: JsonPart<NeverSubscribed[]>;
}

/** In a constant number of queries, however many channels and subscribers there are. */
export async function subscriptionState(db: Reader, request: SubscriptionStateRequest): Promise<SubscriptionState> {
  const { directory, actor, now, includeSubscribers, includeArchived } = request;
  const visible = visibleChannels(directory, actor, { archivedToo: includeArchived });
  const textOf = channelTexts(directory);
  const known = visible.map((channel) => ({ id: channel.id, json: textOf(channel) }));
  const general = generalNotifications(directory.of(people).get(actor.id)?.settings ?? {});
  const choicesIn = (row: OwnRow) =>
    request.withoutNulls ? withoutNulls(presentChoices(row), general) : presentChoices(row);
  const [own, lists] = await together([
    ownRows(db, actor.id),
    listSubscribers(db, actor.realmId, visible, includeSubscribers, now),
  ]);
  const state = { subscriptions: [] as string[], unsubscribed: [] as string[], never_subscribed: [] as string[] };
  for (const { id, json } of known) {
    const row = own.get(id);
    if (!row) state.never_subscribed.push(joined(json, lists(id)));
    else {
      const list = row.is_active ? state.subscriptions : state.unsubscribed;
      list.push(joined(json, { ...choicesIn(row), ...lists(id) }));
    }
  }
  return {
    subscriptions: new JsonPart(jsonList(state.subscriptions)),
    unsubscribed: new JsonPart(jsonList(state.unsubscribed)),
    never_subscribed: new JsonPart(jsonList(state.never_subscribed)),
  };
}

/** An object that is JSON already, with more members. */
function joined(json: string, more: object): string {
  const rest = JSON.stringify(more);
  return rest === "{}" ? json : `${json.slice(0, -1)},${rest.slice(1)}`;
}

interface OwnRow extends SubscriptionChoices {
  readonly channel_id: number;
  readonly is_active: boolean;
}

async function ownRows(db: Reader, userId: number): Promise<Map<number, OwnRow>> {
  const rows = await db
    .selectFrom("subscription")
    .select(["channel_id", "is_active", "color", "is_muted", "pin_to_top", "desktop_notifications"])
    .select(["audible_notifications", "push_notifications", "email_notifications", "wildcard_mentions_notify"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map((row) => [row.channel_id, row]));
}
