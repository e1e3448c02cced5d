import { AppError } from "@parlance/kernel/base/errors.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { canAdministerChannel, canReadContent } from "@parlance/contract/rules/channel-access.ts";
import { isHistorySharedInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { topicPolicyError } from "#modules/messages/send/send-permission.ts";
import { parseSentTopic } from "#modules/messages/conversations/message-text.ts";
import type { LockedMove, MovableMessage } from "./actions/lock-for-move.ts";
import {
  CannotChangeTopic,
  CannotMoveMessage,
  CannotResolveTopic,
  ChannelChangeTimeLimitExceeded,
  TopicChangeTimeLimitExceeded,
  MoveTimeLimitExceeded,
} from "./errors.ts";
import type { MoveDestination } from "./move-request.ts";
import { resolutionOf } from "./resolution.ts";
import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { findMoveRefusal, moveLimitSeconds, type MoveKind } from "@parlance/contract/rules/moving.ts";
import { CHANGE_GRACE_SECONDS } from "@parlance/contract/rules/time-limits.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { channelVisibilityIn } from "#modules/channels/core/access/channel-access.ts";
import { postingPermissionIn } from "#modules/channels/core/access/posting-permissions.ts";
import { channels, type ChannelSnapshot } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { hasChannelPermissionIn, hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import type { SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";

/**
 * Throws if one of the messages is older than the organization's time limit for moves and a short grace period after
 * it. The limit does not apply to moderators and higher roles.
 * @throws TopicChangeTimeLimitExceeded, ChannelChangeTimeLimitExceeded
 * @throws MoveTimeLimitExceeded if several messages should be moved and some of them are within the limit
 */
async function assertWithinTimeLimit(ctx: Write, movable: LockedMove, to: MoveDestination): Promise<void> {
  const { actor, now, snapshot } = ctx;
  const { settings } = snapshot.get(organization);
  const limits = {
    betweenTopics: settings.move_messages_within_stream_limit_seconds,
    betweenChannels: settings.move_messages_between_streams_limit_seconds,
  };
  const [changesTopic, changesChannel] = [to.topic !== undefined, to.channelId !== undefined];
  const since = (kind: MoveKind) =>
    now.getTime() - (moveLimitSeconds(actor.role, kind, limits) + CHANGE_GRACE_SECONDS) * 1000;
  const isYoung = (from: number) => (message: MovableMessage) => message.sentAt >= from;
  const forTopic = since({ changesTopic, changesChannel: false });
  const forBoth = since({ changesTopic, changesChannel });
  if (movable.messages.every(isYoung(forBoth))) return;
  if (to.mode !== "change_one" && movable.messages.some(isYoung(forBoth))) {
    throw new MoveTimeLimitExceeded(await countMovableMessages(ctx, movable, new Date(forBoth)));
  }
  throw movable.messages.every(isYoung(forTopic))
    ? new ChannelChangeTimeLimitExceeded()
    : new TopicChangeTimeLimitExceeded();
}

/**
 * Returns the number of the topic's messages that the actor can read, the number of those that are within the time
 * limit, and the id of the first one within the limit.
 */
async function countMovableMessages({ tx, actor }: Write, { message, messages }: LockedMove, since: Date) {
  const { rows } = await sql<{ total: number; allowed: number; first: number | null }>`
    select count(*) as total, count(*) filter (where sent_at >= ${since}::timestamptz) as allowed,
      min(id) filter (where sent_at >= ${since}::timestamptz) as first
    from message
    where recipient_id = ${message.recipient_id} and topic_key = (
      select topic_key from message as named where named.id = ${message.id}
    ) and (
      (select ${isHistorySharedInSql} from channel where id = ${message.channel_id})
      or id = any(${idList(messages.map(({ id }) => id))}) or exists (
        select from subscription_period as period
        where period.user_id = ${actor.id} and period.recipient_id = message.recipient_id
          and ${isWithinPeriodInSql(sql`message.id`)}
      )
    )`.execute(tx);
  const { total = 0, allowed = 0, first = null } = rows[0] ?? {};
  return {
    first_message_id_allowed_to_move: first,
    total_messages_in_topic: total,
    total_messages_allowed_to_move: allowed,
  };
}

/** The changes that a move would really make. */
export interface MoveChanges {
  /** The new topic. Undefined if it equals the current topic, including capitalization. */
  readonly topic: string | undefined;
  /** The new channel's id. Undefined if it equals the current channel. */
  readonly channelId: number | undefined;
}

export function changesOf({ message }: LockedMove, { topic, channelId }: MoveDestination): MoveChanges {
  return {
    topic: topic === message.topic ? undefined : topic,
    channelId: channelId === message.channel_id ? undefined : channelId,
  };
}

/**
 * Throws if the actor lacks a permission for this move, if the messages are too old to be moved, or if the channel does
 * not allow the topic.
 * @throws the errors in `moveErrors`
 */
export async function authorizeMove(ctx: Write, movable: LockedMove, to: MoveDestination): Promise<void> {
  const { topic, channelId } = changesOf(movable, to);
  if (topic === undefined && channelId === undefined) return;
  const { target, isResolution } = assertCanMove(ctx, ctx.snapshot, movable, to);
  if (!isResolution) await assertWithinTimeLimit(ctx, movable, { topic, channelId, mode: to.mode });
  const problem = topicError(ctx.snapshot, target, topic ?? movable.message.topic);
  if (problem) throw problem;
}

/**
 * Throws unless the actor may move the messages to this destination. Their age is not checked.
 * @throws InvalidChannelId, CannotResolveTopic, CannotChangeTopic, CannotMoveMessage
 */
export function assertCanMove(
  { actor: { id: userId, role } }: Pick<Write, "actor">,
  snapshot: OrganizationSnapshot,
  movable: LockedMove,
  to: MoveDestination,
): { readonly target: ChannelSnapshot; readonly isResolution: boolean } {
  const { topic, channelId } = changesOf(movable, to);
  const source = snapshot.get(channels).get(movable.message.channel_id ?? 0);
  const target = channelId === undefined ? source : snapshot.get(channels).get(channelId);
  if (!source || !target || !canReadContent(role, channelVisibilityIn(snapshot, userId, target))) {
    throw new InvalidChannelId();
  }
  const inRealm = (setting: SettingOf["realm"]) =>
    hasPermissionIn(snapshot, { userId, scope: "realm", scopeId: snapshot.realmId, setting });
  const inChannel = (channel: ChannelSnapshot, setting: SettingOf["channel"]) =>
    hasChannelPermissionIn(snapshot, userId, channel, setting);
  const administers = (channel: ChannelSnapshot) =>
    canAdministerChannel(role, { in_administer_group: inChannel(channel, "can_administer_channel_group") });
  const changesChannel = target !== source;
  const isResolution = topic !== undefined && !changesChannel && resolutionOf(movable.message.topic, topic) !== null;
  const refusal = findMoveRefusal({
    changesTopic: topic !== undefined,
    changesChannel,
    isResolution,
    administersSource: administers(source),
    administersTarget: administers(target),
    canChangeTopics:
      inRealm("can_move_messages_between_topics_group") ||
      inChannel(source, "can_move_messages_within_channel_group") ||
      inChannel(target, "can_move_messages_within_channel_group"),
    canChangeChannels:
      inRealm("can_move_messages_between_channels_group") ||
      inChannel(source, "can_move_messages_out_of_channel_group"),
    canResolveTopics: inRealm("can_resolve_topics_group") || inChannel(source, "can_resolve_topics_group"),
    canPostInTarget: !(postingPermissionIn(snapshot, { userId, channelId: target.id }) instanceof AppError),
  });
  if (refusal === "cannot_resolve") throw new CannotResolveTopic();
  if (refusal === "cannot_change_topic") throw new CannotChangeTopic();
  if (refusal === "cannot_change_channel") throw new CannotMoveMessage();
  return { target, isResolution };
}

/**
 * Returns the error if the channel's topics policy, or the organization's if the channel inherits it, does not allow
 * the topic. The organization's policy can only forbid the empty topic. If the empty topic is forbidden, the names that
 * stand for it, such as "general chat", are forbidden too.
 */
function topicError(
  snapshot: OrganizationSnapshot,
  { topics_policy: own }: ChannelSnapshot,
  topic: string,
): AppError | null {
  const isEmpty = parseSentTopic(topic) === "";
  const policy = own === "inherit" && isEmpty ? snapshot.get(organization).settings.topics_policy : own;
  return topicPolicyError(isEmpty && policy === "disable_empty_topic" ? "" : topic, policy);
}
