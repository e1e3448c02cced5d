import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import type { StoredUserSettings } from "#modules/users/core/settings/user-settings.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { ArchivalEvent, RestorationEvent } from "./archive-event-presenters.ts";
import { loadGrantees, channelViewers } from "./channel-audience.ts";
import { channelChanged, peersAdded, subscriptionsAdded, type ChannelUpdated } from "../events.ts";
import { presentSubscriptionSettings } from "../presentation.ts";
import { loadSubscriberLists } from "../queries.ts";

/** Fields without an event of their own. They are part of the event about another field. */
const accompanyingFields: readonly (keyof Channel)[] = [
  "rendered_description",
  "history_public_to_subscribers",
  "is_web_public",
];
const privacyFields = ["invite_only", "history_public_to_subscribers", "is_web_public"] as const;

/** Returns the fields in which two versions of a channel differ, with their values in `after`. */
export function changedFields(before: Channel, after: Channel): Partial<Channel> {
  const names = Object.keys(after) as (keyof Channel)[];
  return Object.fromEntries(
    names.filter((name) => !isDeepStrictEqual(before[name], after[name])).map((name) => [name, after[name]]),
  );
}

/** Sends events about changes of a channel to all users who can see it. */
export async function announceChannelChanges(
  tx: Tx,
  row: Row<"channel">,
  before: Channel,
  after: Channel,
): Promise<void> {
  const changed = changedFields(before, after);
  const names = (Object.keys(changed) as (keyof Channel)[]).filter((name) => !accompanyingFields.includes(name));
  if (Object.keys(changed).length === 0) return;
  const audience = channelViewers(row, await loadGrantees(tx, [row]));
  const subject = { id: row.id, name: before.name };
  // All changes of privacy are in one event about `invite_only`, even if this field has not changed.
  if (privacyFields.some((name) => name in changed)) {
    const { invite_only, history_public_to_subscribers, is_web_public } = after;
    const event: ChannelUpdated = {
      ...channelChanged(subject, "invite_only", invite_only),
      history_public_to_subscribers,
      is_web_public,
    };
    emit(tx, audience, event);
  }
  for (const name of names) {
    if (name === "invite_only" || name === "is_archived") continue;
    const event: ChannelUpdated = {
      ...channelChanged(subject, name, after[name]),
      ...(name === "description" ? { rendered_description: after.rendered_description } : {}),
    };
    emit(tx, audience, event);
  }
  if ("is_archived" in changed) await announceArchival(tx, row, before, after);
}

async function announceArchival(tx: Tx, row: Row<"channel">, before: Channel, after: Channel): Promise<void> {
  const audience = channelViewers(row, await loadGrantees(tx, [row]));
  const update = channelChanged({ id: row.id, name: before.name }, "is_archived", after.is_archived);
  const lists = await loadSubscriberLists(tx, row.realm_id, [row.id]);
  const subscribers = lists.get(row.id) ?? [];
  // The count excludes the subscribers that are listed in the next event, because clients add these to the count.
  const channel = after.is_archived
    ? null
    : { ...after, subscriber_count: after.subscriber_count - subscribers.length };
  const event: ArchivalEvent = { ...update, property: "is_archived", channel };
  emit(tx, audience, event);
  if (after.is_archived || subscribers.length === 0) return;
  const restored = <E extends { type: string }>(body: E): E & RestorationEvent => ({ ...body, restores: true });
  for (const { users, choices } of await groupSubscriberSettings(tx, row.id)) {
    const entry = { ...after, ...presentSubscriptionSettings(choices), subscribers };
    const ids = users.map(({ id }) => id);
    emit(tx, toUsers(row.realm_id, ids), restored(subscriptionsAdded([entry], users)));
  }
  emit(tx, { ...audience, except: subscribers }, restored(peersAdded([row.id], subscribers)));
}

/** Groups a channel's subscribers by their settings for the channel. */
async function groupSubscriberSettings(tx: Tx, channelId: number) {
  const rows = await tx
    .selectFrom("subscription")
    .selectAll("subscription")
    .innerJoin("account", "account.id", "subscription.user_id")
    .select(sql<StoredUserSettings>`account.settings`.as("settings"))
    .where("channel_id", "=", channelId)
    .where("subscription.is_active", "=", true)
    .where(sql<boolean>`account.is_active`)
    .orderBy("user_id")
    .execute();
  const alike = Map.groupBy(rows, (row) => JSON.stringify(presentSubscriptionSettings(row)));
  return [...alike.values()].flatMap((group) => {
    const [choices] = group;
    return choices ? [{ choices, users: group.map(({ user_id: id, settings }) => ({ id, settings })) }] : [];
  });
}
