import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBotsWithDefaultChannel } from "#modules/bots/core/queries.ts";
import {
  changeGroupSettings,
  type GroupSettingUpdates,
} from "#modules/groups/core/actions/settings/change-group-settings.ts";
import type { ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { grantingSettings } from "@parlance/contract/rules/channel-access.ts";
import { required } from "@parlance/kernel/base/required.ts";
import {
  changedFields,
  announceChannelChanges,
} from "#modules/channels/core/announcements/announce-channel-changes.ts";
import { channelChangeNotices } from "../changes/channel-change-notices.ts";
import { defaultChannelsChanged } from "#modules/channels/core/events.ts";
import { presentChannels } from "#modules/channels/core/presentation.ts";
import { loadActiveUserIds, loadDefaultChannelIds } from "#modules/channels/core/queries.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { storeChannel, type ChannelChanges } from "#modules/channels/core/actions/store-channel.ts";
import { announceVisibilityChange } from "#modules/channels/core/actions/announce-visibility-changes.ts";

export interface AppliedChange {
  readonly act: "channel.changed" | "channel.archived" | "channel.unarchived";
  readonly columns: ChannelChanges;
  readonly permissions?: GroupSettingUpdates<"channel">;
}

/**
 * Changes a locked channel. Does not check the actor's permission. Sends events to users who can see the channel, and
 * to users for whom its visibility changes. Posts notices in the channel.
 * @throws ExpectationMismatch, or one of `groupSettingErrors`
 */
export async function applyChannelChange(ctx: Write, channel: ChannelAccess, change: AppliedChange): Promise<void> {
  const { tx, actor, now } = ctx;
  const { id, realm_id: realmId } = channel;
  const present = async () => {
    const row = await loadChannel(tx, id);
    return { row, channel: required((await presentChannels(tx, realmId, [row])).get(id)) };
  };
  const before = await present();
  await announceToAffectedUsers(ctx, id, change, async () => {
    const bots = await loadBotsWithDefaultChannel(tx, id);
    await storeChannel(tx, id, change.columns);
    await changeGroupSettings(tx, { realmId, scope: "channel", scopeId: id }, change.permissions ?? {});
    await announceBotChanges(tx, bots);
  });
  const after = await present();
  const changed: Record<string, unknown> = changedFields(before.channel, after.channel);
  if (before.row.is_default !== after.row.is_default) changed["is_default"] = after.row.is_default;
  if (Object.keys(changed).length === 0) return;

  const was: Readonly<Record<string, unknown>> = { ...before.channel, is_default: before.row.is_default };
  await recordAct(tx, {
    realmId,
    actorId: actor.id,
    act: change.act,
    targetId: id,
    before: Object.fromEntries(Object.keys(changed).map((name) => [name, was[name]])),
    after: changed,
    now,
  });
  const post = async () => postNotices(tx, ctx, await channelChangeNotices(tx, actor, before.channel, after.channel));
  const isArchiving = change.act === "channel.archived";
  // When a channel is archived, the notice must be posted first, because the channel then disappears from clients that
  // do not support archived channels.
  if (isArchiving) await post();
  await announceChannelChanges(tx, after.row, before.channel, after.channel);
  if (isActiveDefault(before.row) !== isActiveDefault(after.row)) {
    emit(tx, { realmId, members: true }, async () => defaultChannelsChanged(await loadDefaultChannelIds(tx, realmId)));
  }
  if (!isArchiving) await post();
}

/** True if new accounts are subscribed to the channel. */
const isActiveDefault = ({ is_default, is_archived }: Row<"channel">): boolean => is_default && !is_archived;

/**
 * Applies a change. If it may affect which users can see the channel, each user for whom the channel appears receives
 * an event with the complete channel, and each user for whom it disappears receives an event that it was deleted.
 */
async function announceToAffectedUsers(
  { tx }: Write,
  id: number,
  { columns, permissions = {} }: AppliedChange,
  apply: () => Promise<void>,
): Promise<void> {
  const affectsVisibility =
    columns.invite_only !== undefined ||
    columns.is_web_public !== undefined ||
    grantingSettings.some((setting) => permissions[setting]);
  if (!affectsVisibility) return apply();
  const { realm_id: realmId } = await loadChannel(tx, id);
  const userIds = await loadActiveUserIds(tx, realmId);
  return announceVisibilityChange(tx, { realmId, userIds, channels: { ids: [id] } }, apply);
}

const loadChannel = (tx: Tx, id: number): Promise<Row<"channel">> =>
  tx.selectFrom("channel").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
