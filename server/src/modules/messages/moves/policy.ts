import type { Reader } from "#kernel/db/types.ts";
import type { AppError } from "#kernel/errors.ts";
import type { Actor, Write } from "#kernel/http/context.ts";
import { channelAccess, type ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { administers, readsContent } from "#modules/channels/core/access/visibility-rules.ts";
import { required } from "#kernel/required.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { postingRights } from "#modules/channels/core/access/posting-permissions.ts";
import { topicProblem } from "#modules/messages/send/permissions/send-permission.ts";
import { sentTopic } from "#modules/messages/conversations/message-text.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import { holdsMany, type Permission } from "#modules/groups/core/settings/group-settings.ts";
import type { Movable } from "./actions/lock-for-move.ts";
import { MayNotChangeTopic, MayNotMove, MayNotResolve } from "./errors.ts";
import type { Destination } from "./move-request.ts";
import { resolutionOf } from "./resolution.ts";
import { requireWithinTimeLimit } from "./time-limits.ts";

/** What a move would really change. */
export interface Changes {
  /** The topic that it leads to, where that is another spelling at least. */
  readonly topic: string | undefined;
  /** The channel that it leads to, where that is another one. */
  readonly channelId: number | undefined;
}

export function changesOf({ message }: Movable, { topic, channelId }: Destination): Changes {
  return {
    topic: topic === message.topic ? undefined : topic,
    channelId: channelId === message.channel_id ? undefined : channelId,
  };
}

/**
 * Throws where the actor may not move a channel's messages so, or not so old ones.
 * @throws those of `moveErrors`
 */
export async function authorizeMove(ctx: Write, movable: Movable, to: Destination): Promise<void> {
  const { tx, actor } = ctx;
  const { topic, channelId } = changesOf(movable, to);
  if (topic === undefined && channelId === undefined) return;
  const from = movable.message.channel_id as number;
  const channels = await channelAccess(tx, actor, { ids: channelId === undefined ? [from] : [from, channelId] });
  const channelOf = (id: number) => channels.find((channel) => channel.id === id);
  const source = required(channelOf(from));
  const target = channelId === undefined ? source : channelOf(channelId);
  if (!target || !readsContent(actor.role, target)) throw new InvalidChannelId();

  const isResolution = topic !== undefined && target === source && resolutionOf(movable.message.topic, topic) !== null;
  await mustBePermitted(tx, actor, { source, target, topic, isResolution });
  if (!isResolution) await requireWithinTimeLimit(ctx, movable, { topic, channelId, mode: to.mode });
  const problem = await topicsProblem(tx, target, topic ?? movable.message.topic);
  if (problem) throw problem;
}

interface Course {
  readonly source: ChannelAccess;
  readonly target: ChannelAccess;
  readonly topic: string | undefined;
  readonly isResolution: boolean;
}

async function mustBePermitted(db: Reader, actor: Actor, course: Course): Promise<void> {
  const { source, target, topic, isResolution } = course;
  const held = await heldOf(db, actor, wantedFor(actor, course));
  const has = (...settings: readonly Permission["setting"][]) => settings.some((setting) => held.has(setting));
  if (isResolution && !has("can_resolve_topics_group")) throw new MayNotResolve();
  if (topic !== undefined && !isResolution) {
    const isAdministered = administers(actor.role, source) || administers(actor.role, target);
    const isHeld = has("can_move_messages_between_topics_group", "can_move_messages_within_channel_group");
    if (!isAdministered && !isHeld) throw new MayNotChangeTopic();
  }
  if (source === target) return;
  const isHeld = has("can_move_messages_between_channels_group", "can_move_messages_out_of_channel_group");
  if (!administers(actor.role, source) && !isHeld) throw new MayNotMove();
  const [posting] = await postingRights(db, actor.realmId, [{ userId: actor.id, channelId: target.id }]);
  if (!posting || !("topics_policy" in posting)) throw new MayNotMove();
}

/** The permissions of which some may allow a move. */
function wantedFor({ realmId }: Actor, { source, target, topic, isResolution }: Course): Permission[] {
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
async function heldOf(db: Reader, { id, realmId }: Actor, wanted: readonly Permission[]) {
  const claims = wanted.map((permission) => ({ ...permission, userId: id }));
  const answers = await holdsMany(db, realmId, claims);
  return new Set(wanted.flatMap(({ setting }, index) => (answers[index] ? [setting] : [])));
}

/**
 * The organization's policy counts where the channel has none, and can only matter to the empty topic, which here goes by
 * all of its names.
 */
async function topicsProblem(db: Reader, target: ChannelAccess, topic: string): Promise<AppError | null> {
  const { topics_policy: own, realm_id: realmId } = target;
  const isEmpty = sentTopic(topic) === "";
  const policy = own === "inherit" && isEmpty ? (await realmSettings(db, realmId)).topics_policy : own;
  return topicProblem(isEmpty && policy === "disable_empty_topic" ? "" : topic, policy);
}
