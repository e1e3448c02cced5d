import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { subscribeToDefaultChannels } from "#modules/channels/core/actions/subscriptions/subscribe-to-default-channels.ts";
import { subscribeUsers } from "#modules/channels/core/actions/subscriptions/subscribe-users.ts";
import { revokeInvitationsTo } from "#modules/invitations/actions/revoke-invitations.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { addNewUserToGroups } from "#modules/groups/core/actions/members/add-new-user-to-groups.ts";
import { addToSystemGroups } from "#modules/groups/core/actions/system-groups/add-to-system-groups.ts";
import { isFullMember } from "#modules/groups/core/system-groups.ts";
import { insertAccounts, type NewAccount } from "#modules/users/core/actions/insert-accounts.ts";
import { isReservedEmail } from "#modules/users/core/email-addresses.ts";
import { EmailInUse } from "#modules/users/core/errors.ts";
import { hiddenUserAdded, userAdded } from "#modules/users/core/events.ts";
import { toUserRecord } from "#modules/users/core/queries.ts";
import type { StoredUserSettings } from "#modules/users/core/settings/user-settings.ts";
import { findRealmWithLimitedGuests } from "#modules/users/core/visibility/user-visibility.ts";

/**
 * A new account and its organization. `settings` contains only the settings that differ from the organization's
 * defaults for new accounts.
 */
export interface NewUser extends Omit<NewAccount, "realmId"> {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /**
   * Channels to subscribe the user to. Default: the organization's default channels for human users who are not guests,
   * and no channels for guests and bots.
   */
  readonly channelIds?: readonly number[];
  /** Groups in addition to the system groups of the role. The caller must have locked these groups. */
  readonly groupIds?: readonly number[];
}

/**
 * Creates an account, adds it to groups and channels, and revokes the open invitations to its address. The caller must
 * have locked the groups.
 * @throws EmailInUse
 */
export async function createUser(tx: Tx, user: NewUser): Promise<Row<"account">> {
  const { realm, now } = user;
  const row = await insertAccount(tx, user);
  const limited = row.bot_type === null ? await findRealmWithLimitedGuests(tx, realm.id) : null;
  const added = limited ? hiddenUserAdded(toUserRecord(row), limited) : userAdded(toUserRecord(row), realm);
  emit(tx, toEveryone(realm.id), added);
  await joinGroups(tx, user, row.id);
  await revokeInvitationsTo(tx, { realmId: realm.id, emailKey: row.email_key, now });
  await joinChannels(tx, user, row);
  return row;
}

async function insertAccount(tx: Tx, user: NewUser): Promise<Row<"account">> {
  const { realm, email, botType = null } = user;
  if (isReservedEmail(email, realm)) throw new EmailInUse();
  const defaults = botType === null ? await loadDefaultSettings(tx, realm.id) : {};
  const account = { ...user, realmId: realm.id, settings: { ...defaults, ...user.settings } };
  const [row] = await insertAccounts(tx, [account]);
  if (!row) throw new EmailInUse();
  return row;
}

async function loadDefaultSettings(tx: Tx, realmId: number): Promise<StoredUserSettings> {
  const realm = await tx
    .selectFrom("realm")
    .select(["user_settings_defaults", "settings"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const { default_language } = resolveRealmSettings(realm.settings);
  return { ...(realm.user_settings_defaults as StoredUserSettings), default_language };
}

async function joinGroups(tx: Tx, { realm, role, groupIds = [], now }: NewUser, userId: number): Promise<void> {
  const { waiting_period_threshold: threshold } = await loadRealmSettings(tx, realm.id);
  await addToSystemGroups(tx, realm.id, userId, role, isFullMember({ role, joinedAt: now }, threshold, now));
  if (groupIds.length > 0) await addNewUserToGroups(tx, { realmId: realm.id, groupIds, userId });
}

async function joinChannels(tx: Tx, user: NewUser, row: Row<"account">): Promise<void> {
  const { id, realm_id: realmId } = row;
  if (user.channelIds) {
    const { channelIds } = user;
    if (channelIds.length > 0) await subscribeUsers(tx, { realmId, channelIds, userIds: [id], areNew: true });
  } else if (row.bot_type === null && !isGuest(row.role)) {
    await subscribeToDefaultChannels(tx, { realmId, userId: id });
  }
}
