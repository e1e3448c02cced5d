import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import type { RealmAndTime } from "#modules/messages/send/new-message-event.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { loadSilentMention } from "#modules/users/core/silent-mention.ts";
import type { Membership } from "#modules/channels/core/subscriptions/memberships.ts";
import { isPublic } from "@parlance/contract/rules/channel-access.ts";
import type { Principal } from "./subscribers/find-principals.ts";

/** Topic of the notices about changes of a channel. */
export const CHANNEL_EVENTS_TOPIC = "channel events";
const NEW_CHANNELS_TOPIC = "new channels";

/** If a request would notify more users than this of their subscription, none of them is notified. */
const MAX_SUBSCRIPTION_NOTICES = 100;

type Channel = Pick<
  Row<"channel">,
  "id" | "name" | "description" | "invite_only" | "is_web_public" | "history_public_to_subscribers" | "topics_policy"
>;

const channelLink = ({ name }: Pick<Channel, "name">): string => `#**${name}**`;
const asList = (channels: readonly Channel[]): string => channels.map((one) => `* ${channelLink(one)}\n`).join("");

export function describePrivacy({
  invite_only,
  is_web_public,
  history_public_to_subscribers,
}: Pick<Channel, "invite_only" | "is_web_public" | "history_public_to_subscribers">): string {
  if (is_web_public) return "Web-public";
  if (!invite_only) return "Public";
  return history_public_to_subscribers ? "Private, shared history" : "Private, protected history";
}

/** Creates the first message in a new channel. For the channel's creator, it is already marked as read. */
function creationNotice(channel: Channel, creator: Actor, creatorMention: string): Notice {
  const description = channel.description === "" ? "*No description.*" : `> ${channel.description}`;
  return {
    to: { channelId: channel.id, topic: channel.topics_policy === "empty_topic_only" ? "" : CHANNEL_EVENTS_TOPIC },
    content: `**${describePrivacy(channel)}** channel created by ${creatorMention}. **Description:**\n${description}`,
    readBy: [creator.id],
  };
}

function announcement(channels: readonly Channel[], channelId: number, creatorMention: string): Notice {
  const [only, ...more] = channels;
  const content =
    only && more.length === 0
      ? `${creatorMention} created a new channel ${channelLink(only)}.`
      : `${creatorMention} created the following channels:\n\n${asList(channels)}`;
  return { to: { channelId, topic: NEW_CHANNELS_TOPIC }, content };
}

function welcome(userId: number, channels: readonly Channel[], actorMention: string): Notice {
  const [only, ...more] = channels;
  const content =
    only && more.length === 0
      ? `${actorMention} subscribed you to ${channelLink(only)}.`
      : `${actorMention} subscribed you to the following channels:\n\n${asList(channels)}`;
  return { to: { userId }, content };
}

/** Returns those new subscriptions that the actor made for other users, except bots. */
export function membershipsAddedByOthers(
  actor: Actor,
  people: readonly Principal[],
  added: readonly Membership[],
): Membership[] {
  const others = new Set(people.filter(({ id, isBot }) => !isBot && id !== actor.id).map(({ id }) => id));
  return added.filter(({ userId }) => others.has(userId));
}

export const isBelowNoticeLimit = (surprised: readonly Membership[]): boolean =>
  new Set(surprised.map(({ userId }) => userId)).size <= MAX_SUBSCRIPTION_NOTICES;

export interface ChannelNotices {
  readonly actor: Actor;
  readonly created: readonly Channel[];
  /** True to announce new public channels in the organization's channel for announcements, if it has one. */
  readonly announce: boolean;
  /** Subscriptions made by the actor about which the subscribed users receive notices. */
  readonly welcomed: readonly Membership[];
  readonly channels: readonly Channel[];
}

/** Posts notices about new channels, and notices to users whom the actor subscribed. */
export async function postChannelNotices(tx: Tx, at: RealmAndTime, news: ChannelNotices): Promise<void> {
  const { actor, created, welcomed } = news;
  if (created.length === 0 && welcomed.length === 0) return;
  const mention = await loadSilentMention(tx, actor.id);
  const notices = created.map((channel) => creationNotice(channel, actor, mention));
  // Private channels are not announced, because the announcement would reveal their names.
  const open = created.filter(isPublic);
  if (news.announce && open.length > 0) {
    const channelId = await announcementChannel(tx, at.realm.id);
    if (channelId !== undefined) notices.push(announcement(open, channelId, mention));
  }
  const byUser = Map.groupBy(welcomed, ({ userId }) => userId);
  for (const [userId, own] of byUser) {
    const ids = new Set(own.map(({ channelId }) => channelId));
    notices.push(
      welcome(
        userId,
        news.channels.filter(({ id }) => ids.has(id)),
        mention,
      ),
    );
  }
  await postNotices(tx, at, notices);
}

async function announcementChannel(tx: Tx, realmId: number): Promise<number | undefined> {
  const { new_stream_announcements_stream_id: id } = await loadRealmSettings(tx, realmId);
  if (id < 0) return undefined;
  const channel = await tx
    .selectFrom("channel")
    .select("id")
    .where("id", "=", id)
    .where("realm_id", "=", realmId)
    .where("is_archived", "=", false)
    .executeTakeFirst();
  return channel?.id;
}
