import type { Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { ExpectationMismatch, groupSettingErrors } from "#modules/groups/core/errors.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import { channelNameKey, type ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { lockChannelToAdminister } from "../changes/lock-channel-to-administer.ts";
import type { ChannelChange } from "../changes/channel-change-input.ts";
import { authorizeChange, changePolicyErrors, privacyAfter } from "../changes/channel-change-policy.ts";
import type { ChannelTextUpdate } from "../creation/channel-text.ts";
import {
  ChannelAlreadyExists,
  InvalidChannelId,
  NotAllowedToAdministerChannel,
  channelNameErrors,
  ChannelHasNoSubscribers,
  NotArchived,
  SameChannelName,
} from "#modules/channels/core/errors.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { lockChannelNames } from "#modules/channels/core/policy.ts";
import { applyChannelChange } from "./apply-channel-change.ts";

/** Errors that `changeChannel` can throw, including errors in the name and description. */
export const channelChangeErrors = [
  ...channelNameErrors,
  InvalidChannelId,
  NotAllowedToAdministerChannel,
  SameChannelName,
  ChannelAlreadyExists,
  NotArchived,
  ChannelHasNoSubscribers,
  ...changePolicyErrors,
  ...groupSettingErrors,
  ExpectationMismatch,
] as const;

/**
 * Changes properties of a channel. Throws, and changes nothing, if the actor may not make one of the changes.
 * @throws the errors in `channelChangeErrors`
 */
export async function changeChannel(ctx: Write, id: number, change: ChannelChange & ChannelTextUpdate): Promise<void> {
  const { tx, actor } = ctx;
  await lockGroupsShared(tx, actor.realmId);
  if (change.name !== undefined || typeof change.folderId === "number") await lockChannelNames(tx, actor.realmId);
  const channel = await lockChannelToAdminister(ctx, id);
  const privacy = privacyAfter(channel, change);
  const snapshot = await ctx.committedSnapshot();
  await authorizeChange(ctx, snapshot, { channel, change, after: privacy });
  if (change.name !== undefined) assertNameAllowed(snapshot, channel, change.name);
  if (change.isArchived === false) assertCanUnarchive(channel);

  const columns = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.description === undefined
      ? {}
      : { description: change.description.source, rendered_description: change.description.html }),
    ...(changesPrivacy(change) ? privacy : {}),
    ...(change.isDefault === undefined ? {} : { is_default: change.isDefault }),
    ...(change.isArchived === false ? { is_archived: false } : {}),
    ...(change.retentionDays === undefined ? {} : { message_retention_days: change.retentionDays }),
    ...(change.folderId === undefined ? {} : { folder_id: change.folderId }),
    ...(change.topicsPolicy === undefined ? {} : { topics_policy: change.topicsPolicy }),
  };
  const act = change.isArchived === false ? "channel.unarchived" : "channel.changed";
  await applyChannelChange(ctx, channel, { act, columns, permissions: change.permissions });
}

const changesPrivacy = ({ isPrivate, isWebPublic, historyIsPublic }: ChannelChange): boolean =>
  [isPrivate, isWebPublic, historyIsPublic].some((value) => value !== undefined);

function assertNameAllowed(snapshot: OrganizationSnapshot, channel: ChannelAccess, name: string): void {
  if (name === channel.name) throw new SameChannelName();
  const existing = snapshot.get(channels).byName(channelNameKey(name));
  if (existing && existing.id !== channel.id) throw new ChannelAlreadyExists({ channel_name: name });
}

function assertCanUnarchive(channel: ChannelAccess): void {
  if (!channel.is_archived) throw new NotArchived();
  if (channel.invite_only && channel.subscriber_count === 0) throw new ChannelHasNoSubscribers();
}
