import { isAtLeast, isOwner } from "@parlance/contract/entities/roles.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { isOpenToSpectators } from "#modules/organizations/core/spectator-access.ts";
import type { GroupSettingIds } from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import type { SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";
import { systemGroupsIn } from "#modules/groups/core/queries.ts";
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
 * Throws if the actor may not create a channel with these properties and permissions, according to the organization
 * snapshot. `permissions` contains the ids of resolved groups.
 */
export async function authorizeCreation(
  { tx: db, actor, realm }: Write,
  snapshot: OrganizationSnapshot,
  plan: NewChannelProperties,
  permissions: GroupSettingIds<"channel">,
): Promise<void> {
  const granted = grantedPermissionsIn(snapshot, actor);
  const { "role:nobody": nobodyGroupId } = systemGroupsIn(snapshot);
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

/** Returns which of the permissions for creating and changing channels the actor has. */
export const grantedPermissionsIn = (
  snapshot: OrganizationSnapshot,
  { id: userId, realmId: scopeId }: Actor,
): GrantedPermissions =>
  new Set(
    CHECKED_SETTINGS.filter((setting) => hasPermissionIn(snapshot, { userId, scope: "realm", scopeId, setting })),
  );

export function assertGranted(granted: GrantedPermissions, setting: (typeof CHECKED_SETTINGS)[number]): void {
  if (!granted.has(setting)) throw new InsufficientPermission();
}
