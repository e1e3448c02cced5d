import { isAtLeast, isGuest, isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { CrossRealmBot } from "@parlance/contract/entities/user.ts";
import { usersNoun } from "@parlance/contract/nouns/users.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { slice, type SliceRequest } from "#kernel/http/module.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { letsSpectatorsIn } from "#modules/organizations/core/spectator-access.ts";
import { avatarAddress, avatarSource } from "#modules/users/core/avatars/avatar-url.ts";
import { factsOfKnown, type KnownAccount, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { accountsIn, peopleJson, preparePeopleJson } from "#modules/users/core/snapshot/users-json.ts";
import { apiEmail, presentUser, presentUsers } from "#modules/users/core/presentation.ts";
import { profiles } from "#modules/users/core/snapshot/profiles-snapshot.ts";
import { accountOf, isSpectator } from "#modules/users/core/visibility/spectator.ts";
import type { UserFacts } from "#modules/users/core/queries.ts";
import { usersInSight } from "#modules/users/core/visibility/user-visibility.ts";
import { holdsIn } from "#modules/groups/core/settings/group-settings.ts";
import type { SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";

/** Everybody in the organization, the server's bots, and the reader's own account. */
export const peopleSlice = slice(
  usersNoun,
  "realm_user",
  async (db, request) => {
    const { directory, actor } = request;
    const own = accountOf(directory, actor);
    const known = {
      cross_realm_bots: directory.of(people).systemBots.map((account) => systemBot(account, request)),
      ...ownAccount(factsOfKnown(own), request),
      ...ownRights(directory, request),
    };
    return { ...known, ...(await everybody(db, request)) };
  },
  function* ({ directory, actor, realm, clientGravatar }) {
    if (!isGuest(actor.role)) yield* preparePeopleJson(directory, actor, { realm: sourceOf(realm), clientGravatar });
  },
);

const sourceOf = ({ url, gravatar }: SliceRequest["realm"]) => ({ url, gravatar });

/** Guests may be kept from knowing everybody. Spectators know who wrote what they read, and nobody else. */
async function everybody(db: Reader, { directory, actor, realm, clientGravatar, capabilities }: SliceRequest) {
  const options = { realm: sourceOf(realm), clientGravatar };
  if (isSpectator(actor)) return { realm_users: [], realm_non_active_users: [] };
  if (!isGuest(actor.role)) return peopleJson(directory, actor, options);
  const rows = accountsIn(directory).map(factsOfKnown);
  const said = new Map(directory.of(profiles));
  const sight = await usersInSight(db, actor);
  // Clients that can do with an incomplete list get no placeholders for people out of sight.
  const listed = sight && capabilities["user_list_incomplete"] ? rows.filter(({ id }) => sight.has(id)) : rows;
  const users = presentUsers(listed, actor, sight, { ...options, profiles: said });
  return {
    realm_users: users.filter(({ is_active }) => is_active),
    realm_non_active_users: users.filter(({ is_active }) => !is_active),
  };
}

function systemBot(account: KnownAccount, { actor, realm, clientGravatar }: SliceRequest): CrossRealmBot {
  const user = presentUser(factsOfKnown(account), actor, { realm, clientGravatar });
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

function ownRights(directory: Directory, { actor: { id: userId, realmId }, realm }: SliceRequest) {
  const holds = (setting: SettingOf["realm"]) =>
    holdsIn(directory, { scope: "realm", scopeId: realmId, setting, userId });
  const [ofPublic, ofPrivate] = [holds("can_create_public_channel_group"), holds("can_create_private_channel_group")];
  const hasSpectators = letsSpectatorsIn(realm, directory.of(organization).settings);
  const webPublic = holds("can_create_web_public_channel_group") && hasSpectators;
  return {
    can_create_streams: ofPublic || ofPrivate || webPublic,
    can_create_public_streams: ofPublic,
    can_create_private_streams: ofPrivate,
    can_create_web_public_streams: webPublic,
    can_subscribe_other_users: holds("can_add_subscribers_group"),
    can_invite_others_to_realm: holds("can_invite_users_group"),
  };
}
