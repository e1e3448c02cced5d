import { isAtLeast, isGuest, isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { CrossRealmBot, User } from "@parlance/contract/entities/user.ts";
import { usersNoun } from "@parlance/contract/nouns/users.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { slice, type SliceRequest } from "#kernel/http/module.ts";
import { type Profiles, profilesOf } from "#modules/1-ground/users/profiles.ts";
import { realmSettings } from "#modules/1-ground/realms/queries.ts";
import { systemBotAccounts } from "#modules/1-ground/realms/system-realm.ts";
import { holdsMany } from "#modules/2-records/user-groups/group-settings.ts";
import { avatarAddress, avatarSource } from "#modules/1-ground/users/avatars.ts";
import { apiEmail, presentUser, presentUsers } from "#modules/1-ground/users/presentation.ts";
import { factsOf, type UserFacts, usersOfRealm } from "#modules/1-ground/users/queries.ts";
import { usersInSight } from "#modules/1-ground/users/sight.ts";

/** Everybody in the organization, the server's bots, and the reader's own account. */
export const peopleSlice = slice(usersNoun, "realm_user", async (db, request) => {
  const rows = await usersOfRealm(db, request.realm.id);
  const own = rows.find(({ id }) => id === request.actor.id);
  if (!own) throw new Error(`account ${request.actor.id} is not in realm ${request.realm.id}`);
  return {
    ...everybody(rows, await usersInSight(db, request.actor), await profilesOf(db, request.realm.id), request),
    cross_realm_bots: (await systemBotAccounts(db)).map((row) => systemBot(row, request)),
    ...ownAccount(own, request),
    ...(await ownRights(db, request.actor)),
  };
});

/** Clients that can do with an incomplete list get no placeholders for people out of sight. */
function everybody(
  rows: readonly UserFacts[],
  sight: ReadonlySet<number> | null,
  profiles: Profiles,
  { actor, realm, clientGravatar, capabilities }: SliceRequest,
) {
  const options = { realm, clientGravatar, profiles };
  const listed = sight && capabilities["user_list_incomplete"] ? rows.filter(({ id }) => sight.has(id)) : rows;
  const active: User[] = [];
  const deactivated: User[] = [];
  for (const user of presentUsers(listed, actor, sight, options)) (user.is_active ? active : deactivated).push(user);
  return { realm_users: active, realm_non_active_users: deactivated };
}

function systemBot(row: Row<"account">, { actor, realm, clientGravatar }: SliceRequest): CrossRealmBot {
  const user = presentUser(factsOf(row), actor, { realm, clientGravatar });
  return { ...user, avatar_url: user.avatar_url ?? null, is_system_bot: true };
}

const ownAccount = (own: UserFacts, { realm }: SliceRequest) => ({
  user_id: own.id,
  email: apiEmail(own, realm),
  delivery_email: own.delivery_email,
  full_name: own.full_name,
  avatar_source: avatarSource(own),
  avatar_url: avatarAddress(own, realm),
  avatar_url_medium: avatarAddress(own, realm, { medium: true }),
  is_owner: isOwner(own.role),
  is_admin: isAtLeast(own.role, "administrator"),
  is_moderator: own.role === roles.moderator,
  is_guest: isGuest(own.role),
});

const rights = [
  "can_create_public_channel_group",
  "can_create_private_channel_group",
  "can_create_web_public_channel_group",
  "can_add_subscribers_group",
  "can_invite_users_group",
] as const;

async function ownRights(db: Reader, { id: userId, realmId }: Actor) {
  const claims = rights.map((setting) => ({ scope: "realm", scopeId: realmId, setting, userId }) as const);
  const [ofPublic = false, ofPrivate = false, ofWebPublic = false, subscribesOthers, invites] = await holdsMany(
    db,
    realmId,
    claims,
  );
  const { enable_spectator_access: hasSpectators } = await realmSettings(db, realmId);
  const webPublic = ofWebPublic && hasSpectators;
  return {
    can_create_streams: ofPublic || ofPrivate || webPublic,
    can_create_public_streams: ofPublic,
    can_create_private_streams: ofPrivate,
    can_create_web_public_streams: webPublic,
    can_subscribe_other_users: subscribesOthers === true,
    can_invite_others_to_realm: invites === true,
  };
}
