import { isAtLeast, isOwner } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { isOpenToSpectators } from "#modules/organizations/core/spectator-access.ts";
import type { GroupSettingIds } from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { havePermissions } from "#modules/groups/core/settings/group-settings.ts";
import type { SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import type { NewChannel } from "#modules/channels/core/actions/create-channels.ts";
import { InvalidFolderId } from "#modules/channels/folders/errors.ts";
import { assertFolderUsable } from "#modules/channels/folders/policy.ts";
import {
  InvalidPrivacyModel,
  PrivateDefaultChannel,
  WebPublicChannelsDisabled,
} from "#modules/channels/core/errors.ts";

/** Properties of a new channel, except its name and its permissions. */
export type NewChannelProperties = Omit<NewChannel, "name" | "permissions">;

type RealmSetting = SettingOf["realm"];
const CHECKED_SETTINGS = [
  "can_set_delete_message_policy_group",
  "can_set_topics_policy_group",
  "can_create_private_channel_group",
  "can_create_public_channel_group",
  "can_create_web_public_channel_group",
] as const satisfies readonly RealmSetting[];
export type GrantedPermissions = ReadonlySet<RealmSetting>;

/** Errors that `authorizeCreation` can throw. */
export const creationErrors = [
  InsufficientPermission,
  InvalidFolderId,
  InvalidPrivacyModel,
  PrivateDefaultChannel,
  WebPublicChannelsDisabled,
  MustBeOwner,
] as const;

/**
 * Throws if the actor may not create a channel with these properties and permissions. `permissions` contains the ids of
 * resolved groups.
 */
export async function authorizeCreation(
  { tx: db, actor, realm }: Write,
  plan: NewChannelProperties,
  permissions: GroupSettingIds<"channel">,
): Promise<void> {
  const granted = await loadGrantedPermissions(db, actor);
  const { "role:nobody": nobodyGroupId } = await loadSystemGroups(db, actor.realmId);
  const opensDeletion = [permissions.can_delete_any_message_group, permissions.can_delete_own_message_group].some(
    (group) => group !== undefined && group !== nobodyGroupId,
  );
  if (opensDeletion) assertGranted(granted, "can_set_delete_message_policy_group");
  if (plan.folderId !== undefined) await assertFolderUsable(db, actor.realmId, plan.folderId);
  if (plan.topicsPolicy !== undefined && plan.topicsPolicy !== "inherit")
    assertGranted(granted, "can_set_topics_policy_group");
  authorizePrivacy(actor, plan, granted);
  if (plan.isWebPublic) {
    if (!(await isOpenToSpectators(db, realm))) throw new WebPublicChannelsDisabled();
    assertGranted(granted, "can_create_web_public_channel_group");
  }
  if (plan.messageRetentionDays !== undefined && plan.messageRetentionDays !== null && !isOwner(actor.role)) {
    throw new MustBeOwner();
  }
}

function authorizePrivacy(
  { role }: Actor,
  { inviteOnly, isWebPublic, isDefault }: NewChannelProperties,
  granted: GrantedPermissions,
): void {
  if (inviteOnly && isWebPublic) throw new InvalidPrivacyModel();
  assertGranted(granted, inviteOnly ? "can_create_private_channel_group" : "can_create_public_channel_group");
  if (!isDefault) return;
  if (!isAtLeast(role, "administrator")) throw new InsufficientPermission();
  if (inviteOnly) throw new PrivateDefaultChannel();
}

export async function loadGrantedPermissions(db: Reader, { id: userId, realmId }: Actor): Promise<GrantedPermissions> {
  const claims = CHECKED_SETTINGS.map((setting) => ({ userId, scope: "realm" as const, scopeId: realmId, setting }));
  const answers = await havePermissions(db, realmId, claims);
  return new Set(CHECKED_SETTINGS.filter((_, index) => answers[index]));
}

export function assertGranted(granted: GrantedPermissions, setting: (typeof CHECKED_SETTINGS)[number]): void {
  if (!granted.has(setting)) throw new InsufficientPermission();
}
