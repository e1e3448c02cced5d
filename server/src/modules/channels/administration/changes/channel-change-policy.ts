import { isAtLeast, isOwner } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { allowsSpectators } from "#modules/organizations/core/spectator-access.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { canReadContent } from "@parlance/contract/rules/channel-access.ts";
import type { ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import type { ChannelChange } from "./channel-change-input.ts";
import { grantedPermissionsIn, assertGranted, type GrantedPermissions } from "../creation/channel-creation-policy.ts";
import { InvalidFolderId } from "#modules/channels/folders/errors.ts";
import { assertFolderUsable } from "#modules/channels/folders/policy.ts";
import {
  ContentAccessRequired,
  InvalidPrivacyModel,
  NotAllowedToChangeDefaults,
  ModerationChannelMustBePrivate,
  NamedTopicsExist,
  PrivateDefaultChannel,
  WebPublicChannelsDisabled,
} from "#modules/channels/core/errors.ts";

/** Errors that `privacyAfter` and `authorizeChange` can throw. */
export const changePolicyErrors = [
  InsufficientPermission,
  MustBeOwner,
  ContentAccessRequired,
  InvalidFolderId,
  InvalidPrivacyModel,
  NotAllowedToChangeDefaults,
  ModerationChannelMustBePrivate,
  NamedTopicsExist,
  PrivateDefaultChannel,
  WebPublicChannelsDisabled,
] as const;

export type ChannelPrivacy = Pick<Row<"channel">, "invite_only" | "is_web_public" | "history_public_to_subscribers">;

/**
 * Returns the privacy that a channel has after a change.
 * @throws InvalidPrivacyModel
 */
export function privacyAfter(channel: ChannelPrivacy, change: ChannelChange): ChannelPrivacy {
  const { isPrivate, isWebPublic, historyIsPublic } = change;
  const is_web_public = isWebPublic ?? (isPrivate === true ? false : channel.is_web_public);
  const invite_only = isPrivate ?? (isWebPublic === true ? false : channel.invite_only);
  if (is_web_public && invite_only) throw new InvalidPrivacyModel();
  if (!invite_only && historyIsPublic === false) throw new InvalidPrivacyModel();
  const current = channel.invite_only ? channel.history_public_to_subscribers : false;
  return { invite_only, is_web_public, history_public_to_subscribers: !invite_only || (historyIsPublic ?? current) };
}

interface ChannelChangeIntent {
  readonly channel: ChannelAccess;
  readonly change: ChannelChange;
  /** The channel's privacy after the change. */
  readonly after: ChannelPrivacy;
}

/**
 * Throws if the actor may not make this change, according to the organization snapshot. The caller must have checked
 * that the actor administers the channel.
 */
export async function authorizeChange(
  ctx: Write,
  snapshot: OrganizationSnapshot,
  { channel, change, after }: ChannelChangeIntent,
): Promise<void> {
  const { tx: db, actor } = ctx;
  const granted = grantedPermissionsIn(snapshot, actor);
  const isReader = canReadContent(actor.role, channel);
  authorizePermissions(change, isReader, granted);
  if (typeof change.folderId === "number") await assertFolderUsable(db, actor.realmId, change.folderId);
  if (change.topicsPolicy !== undefined) {
    assertGranted(granted, "can_set_topics_policy_group");
    if (change.topicsPolicy === "empty_topic_only" && (await hasNamedTopics(db, channel))) throw new NamedTopicsExist();
  }
  if (change.retentionDays !== undefined && !isOwner(actor.role)) throw new MustBeOwner();
  await authorizePrivacy(ctx, { channel, after, isReader, granted });
  const isDefault = change.isDefault ?? channel.is_default;
  if (change.isDefault !== undefined && !isAtLeast(actor.role, "administrator")) throw new NotAllowedToChangeDefaults();
  if (isDefault && after.invite_only) throw new PrivateDefaultChannel();
}

/**
 * Checks changes of the channel's permissions. The permissions to subscribe can be changed only by users who can read
 * the channel. The permissions to delete messages can be changed only by users to whom the organization grants this.
 */
function authorizePermissions({ permissions }: ChannelChange, isReader: boolean, granted: GrantedPermissions): void {
  const opens = permissions.can_subscribe_group ?? permissions.can_add_subscribers_group;
  if (opens && !isReader) throw new ContentAccessRequired();
  const deletes = permissions.can_delete_any_message_group ?? permissions.can_delete_own_message_group;
  if (deletes) assertGranted(granted, "can_set_delete_message_policy_group");
}

interface PrivacyChange {
  readonly channel: ChannelAccess;
  readonly after: ChannelPrivacy;
  readonly isReader: boolean;
  readonly granted: GrantedPermissions;
}

async function authorizePrivacy({ tx, realm }: Write, { channel, after, isReader, granted }: PrivacyChange) {
  const isSame =
    after.invite_only === channel.invite_only &&
    after.is_web_public === channel.is_web_public &&
    after.history_public_to_subscribers === channel.history_public_to_subscribers;
  if (isSame) return;
  if (!isReader) throw new ContentAccessRequired();
  const settings = await loadRealmSettings(tx, realm.id);
  if (after.is_web_public && !channel.is_web_public) {
    if (!allowsSpectators(realm, settings)) throw new WebPublicChannelsDisabled();
    assertGranted(granted, "can_create_web_public_channel_group");
  } else if (after.invite_only !== channel.invite_only) {
    assertGranted(granted, after.invite_only ? "can_create_private_channel_group" : "can_create_public_channel_group");
  }
  if (!after.invite_only && settings.moderation_request_channel_id === channel.id) {
    throw new ModerationChannelMustBePrivate();
  }
}

async function hasNamedTopics(db: Reader, { recipient_id }: ChannelAccess): Promise<boolean> {
  const named = await db
    .selectFrom("message")
    .select("id")
    .where("recipient_id", "=", recipient_id)
    .where("topic_key", ">", "")
    .limit(1)
    .executeTakeFirst();
  return named !== undefined;
}
