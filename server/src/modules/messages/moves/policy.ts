import type { Reader } from "@parlance/kernel/db/types.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { loadChannelAccess, type ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import {
  canAdministerChannel,
  canReadContent,
  isHistorySharedInSql,
} from "#modules/channels/core/access/visibility-rules.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { loadPostingPermissions } from "#modules/channels/core/access/posting-permissions.ts";
import { topicPolicyError } from "#modules/messages/send/permissions/send-permission.ts";
import { parseSentTopic } from "#modules/messages/conversations/message-text.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { havePermissions, type Permission } from "#modules/groups/core/settings/group-settings.ts";
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
import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import { idList } from "@parlance/kernel/db/id-list.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";

/** What somebody began in time may take so much longer. */
const MOVE_GRACE_SECONDS = 20;

/**
 * Throws where one of the messages is older than the organization lets people move messages. Moderators, and who is above
 * them, may move them at any time.
 * @throws TopicChangeTimeLimitExceeded, ChannelChangeTimeLimitExceeded; TooLateToMoveAll where some are not too old
 */
async function assertWithinTimeLimit(ctx: Write, movable: LockedMove, to: MoveDestination): Promise<void> {
  const { tx, actor, now } = ctx;
  if (isAtLeast(actor.role, "moderator")) return;
  const settings = await loadRealmSettings(tx, actor.realmId);
  const limits = [
    { limit: settings.move_messages_within_stream_limit_seconds, applies: to.topic !== undefined },
    { limit: settings.move_messages_between_streams_limit_seconds, applies: to.channelId !== undefined },
  ];
  const since = limits.map(({ limit, applies }) =>
    applies && limit !== null ? now.getTime() - (limit + MOVE_GRACE_SECONDS) * 1000 : Number.NEGATIVE_INFINITY,
  );
  const isYoung = (from: number) => (message: MovableMessage) => message.sentAt >= from;
  const [forTopic = 0, forBoth] = [since[0], Math.max(...since)];
  if (movable.messages.every(isYoung(forBoth))) return;
  if (to.mode !== "change_one" && movable.messages.some(isYoung(forBoth))) {
    throw new MoveTimeLimitExceeded(await countMovableMessages(ctx, movable, new Date(forBoth)));
  }
  throw movable.messages.every(isYoung(forTopic))
    ? new ChannelChangeTimeLimitExceeded()
    : new TopicChangeTimeLimitExceeded();
}

/** How many of the topic's messages that the actor may read are not too old, and which is the first of them. */
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

/** What a move would really change. */
export interface MoveChanges {
  /** The topic that it leads to, where that is another spelling at least. */
  readonly topic: string | undefined;
  /** The channel that it leads to, where that is another one. */
  readonly channelId: number | undefined;
}

export function changesOf({ message }: LockedMove, { topic, channelId }: MoveDestination): MoveChanges {
  return {
    topic: topic === message.topic ? undefined : topic,
    channelId: channelId === message.channel_id ? undefined : channelId,
  };
}

/**
 * Throws where the actor may not move a channel's messages so, or not so old ones.
 * @throws those of `moveErrors`
 */
export async function authorizeMove(ctx: Write, movable: LockedMove, to: MoveDestination): Promise<void> {
  const { tx, actor } = ctx;
  const { topic, channelId } = changesOf(movable, to);
  if (topic === undefined && channelId === undefined) return;
  const from = movable.message.channel_id as number;
  const channels = await loadChannelAccess(tx, actor, { ids: channelId === undefined ? [from] : [from, channelId] });
  const channelOf = (id: number) => channels.find((channel) => channel.id === id);
  const source = required(channelOf(from));
  const target = channelId === undefined ? source : channelOf(channelId);
  if (!target || !canReadContent(actor.role, target)) throw new InvalidChannelId();

  const isResolution = topic !== undefined && target === source && resolutionOf(movable.message.topic, topic) !== null;
  await assertHasMovePermission(tx, actor, { source, target, topic, isResolution });
  if (!isResolution) await assertWithinTimeLimit(ctx, movable, { topic, channelId, mode: to.mode });
  const problem = await loadTopicPolicyError(tx, target, topic ?? movable.message.topic);
  if (problem) throw problem;
}

interface MoveCheck {
  readonly source: ChannelAccess;
  readonly target: ChannelAccess;
  readonly topic: string | undefined;
  readonly isResolution: boolean;
}

async function assertHasMovePermission(db: Reader, actor: Actor, course: MoveCheck): Promise<void> {
  const { source, target, topic, isResolution } = course;
  const held = await loadGrantedPermissions(db, actor, requiredPermissions(actor, course));
  const has = (...settings: readonly Permission["setting"][]) => settings.some((setting) => held.has(setting));
  if (isResolution && !has("can_resolve_topics_group")) throw new CannotResolveTopic();
  if (topic !== undefined && !isResolution) {
    const isAdministered = canAdministerChannel(actor.role, source) || canAdministerChannel(actor.role, target);
    const isHeld = has("can_move_messages_between_topics_group", "can_move_messages_within_channel_group");
    if (!isAdministered && !isHeld) throw new CannotChangeTopic();
  }
  if (source === target) return;
  const isHeld = has("can_move_messages_between_channels_group", "can_move_messages_out_of_channel_group");
  if (!canAdministerChannel(actor.role, source) && !isHeld) throw new CannotMoveMessage();
  const [posting] = await loadPostingPermissions(db, actor.realmId, [{ userId: actor.id, channelId: target.id }]);
  if (!posting || !("topics_policy" in posting)) throw new CannotMoveMessage();
}

/** The permissions of which some may allow a move. */
function requiredPermissions({ realmId }: Actor, { source, target, topic, isResolution }: MoveCheck): Permission[] {
  const realm = { scope: "realm", scopeId: realmId } as const;
  const ofChannel = ({ id }: ChannelAccess) => ({ scope: "channel", scopeId: id }) as const;
  if (isResolution) {
    const setting = "can_resolve_topics_group" as const;
    return [
      { ...realm, setting },
      { ...ofChannel(source), setting },
    ];
  }
  const wanted: Permission[] = [];
  if (topic !== undefined) {
    const setting = "can_move_messages_within_channel_group" as const;
    wanted.push({ ...realm, setting: "can_move_messages_between_topics_group" });
    wanted.push({ ...ofChannel(source), setting }, { ...ofChannel(target), setting });
  }
  if (source !== target) {
    wanted.push({ ...realm, setting: "can_move_messages_between_channels_group" });
    wanted.push({ ...ofChannel(source), setting: "can_move_messages_out_of_channel_group" });
  }
  return wanted;
}

/** Those of the permissions that the actor holds somewhere. */
async function loadGrantedPermissions(db: Reader, { id, realmId }: Actor, wanted: readonly Permission[]) {
  const claims = wanted.map((permission) => ({ ...permission, userId: id }));
  const answers = await havePermissions(db, realmId, claims);
  return new Set(wanted.flatMap(({ setting }, index) => (answers[index] ? [setting] : [])));
}

/**
 * The organization's policy counts where the channel has none, and can only matter to the empty topic, which here goes by
 * all of its names.
 */
async function loadTopicPolicyError(db: Reader, target: ChannelAccess, topic: string): Promise<AppError | null> {
  const { topics_policy: own, realm_id: realmId } = target;
  const isEmpty = parseSentTopic(topic) === "";
  const policy = own === "inherit" && isEmpty ? (await loadRealmSettings(db, realmId)).topics_policy : own;
  return topicPolicyError(isEmpty && policy === "disable_empty_topic" ? "" : topic, policy);
}
