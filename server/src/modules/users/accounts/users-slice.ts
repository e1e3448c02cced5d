import { isAtLeast, isGuest, isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { CrossRealmBot } from "@parlance/contract/entities/user.ts";
import { usersNoun } from "@parlance/contract/nouns/users.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { defineSlice, type SliceRequest } from "@parlance/kernel/http/module.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { allowsSpectators } from "#modules/organizations/core/spectator-access.ts";
import { resolveAvatarUrl, avatarSource } from "#modules/users/core/avatars/avatar-url.ts";
import { userRecordOf, type AccountSnapshot, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { accountsById, usersJson, prepareUsersJson } from "#modules/users/core/snapshot/users-json.ts";
import { apiEmail, presentUser, presentUsers } from "#modules/users/core/presentation.ts";
import { profiles } from "#modules/users/core/snapshot/profiles-snapshot.ts";
import { accountOfActor, isSpectator } from "#modules/users/core/visibility/spectator.ts";
import type { UserRecord } from "#modules/users/core/queries.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import type { SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";

/**
 * Slice (part of the register response) with the users of the organization, as far as the user can see them, the system
 * bots, and the user's own account and permissions.
 */
export const usersSlice = defineSlice(
  usersNoun,
  "realm_user",
  async (db, request) => {
    const { snapshot, actor } = request;
    const own = accountOfActor(snapshot, actor);
    const known = {
      cross_realm_bots: snapshot.get(users).systemBots.map((account) => systemBot(account, request)),
      ...ownAccount(userRecordOf(own), request),
      ...ownPermissions(snapshot, request),
    };
    return { ...known, ...(await loadUserLists(db, request)) };
  },
  function* ({ snapshot, actor, realm, clientGravatar }) {
    if (!isGuest(actor.role)) yield* prepareUsersJson(snapshot, actor, { realm: sourceOf(realm), clientGravatar });
  },
);

const sourceOf = ({ url, gravatar }: SliceRequest["realm"]) => ({ url, gravatar });

/**
 * Loads the users that the actor can see. For guests, these may not be all users. For spectators, the list is empty:
 * they see only the senders of the messages that they read.
 */
async function loadUserLists(db: Reader, { snapshot, actor, realm, clientGravatar, capabilities }: SliceRequest) {
  const options = { realm: sourceOf(realm), clientGravatar };
  if (isSpectator(actor)) return { realm_users: [], realm_non_active_users: [] };
  if (!isGuest(actor.role)) return usersJson(snapshot, actor, options);
  const rows = accountsById(snapshot).map(userRecordOf);
  const profileOf = new Map(snapshot.get(profiles));
  const visible = await visibleUserIds(db, actor);
  // Clients that accept incomplete lists get no placeholders for users whom the actor cannot see.
  const listed = visible && capabilities["user_list_incomplete"] ? rows.filter(({ id }) => visible.has(id)) : rows;
  const presented = presentUsers(listed, actor, visible, { ...options, profiles: profileOf });
  return {
    realm_users: presented.filter(({ is_active }) => is_active),
    realm_non_active_users: presented.filter(({ is_active }) => !is_active),
  };
}

function systemBot(account: AccountSnapshot, { actor, realm, clientGravatar }: SliceRequest): CrossRealmBot {
  const user = presentUser(userRecordOf(account), actor, { realm, clientGravatar });
  return { ...user, avatar_url: user.avatar_url ?? null, is_system_bot: true };
}

const ownAccount = (own: UserRecord, { realm }: SliceRequest) => ({
  user_id: own.id,
  email: apiEmail(own, realm),
  delivery_email: own.delivery_email,
  full_name: own.full_name,
  avatar_source: avatarSource(own),
  avatar_url: resolveAvatarUrl(own, realm),
  avatar_url_medium: resolveAvatarUrl(own, realm, { medium: true }),
  is_owner: isOwner(own.role),
  is_admin: isAtLeast(own.role, "administrator"),
  is_moderator: own.role === roles.moderator,
  is_guest: isGuest(own.role),
});

function ownPermissions(snapshot: OrganizationSnapshot, { actor: { id: userId, realmId }, realm }: SliceRequest) {
  const hasGroupPermission = (setting: SettingOf["realm"]) =>
    hasPermissionIn(snapshot, { scope: "realm", scopeId: realmId, setting, userId });
  const [ofPublic, ofPrivate] = [
    hasGroupPermission("can_create_public_channel_group"),
    hasGroupPermission("can_create_private_channel_group"),
  ];
  const hasSpectators = allowsSpectators(realm, snapshot.get(organization).settings);
  const webPublic = hasGroupPermission("can_create_web_public_channel_group") && hasSpectators;
  return {
    can_create_streams: ofPublic || ofPrivate || webPublic,
    can_create_public_streams: ofPublic,
    can_create_private_streams: ofPrivate,
    can_create_web_public_streams: webPublic,
    can_subscribe_other_users: hasGroupPermission("can_add_subscribers_group"),
    can_invite_others_to_realm: hasGroupPermission("can_invite_users_group"),
  };
}
