import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx } from "#kernel/db/types.ts";
import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { subscribeToDefaultChannels } from "#modules/channels/core/actions/subscriptions/subscribe-to-default-channels.ts";
import { subscribeUsers } from "#modules/channels/core/actions/subscriptions/subscribe-users.ts";
import { revokeInvitationsTo } from "#modules/invitations/actions/revoke-invitations-to.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import { settingsOf } from "#modules/organizations/core/organization-settings.ts";
import { addNewcomer } from "#modules/groups/core/actions/members/add-new-user-to-groups.ts";
import { addToSystemGroups } from "#modules/groups/core/actions/system-groups/add-to-system-groups.ts";
import { isFullMember } from "#modules/groups/core/system-groups.ts";
import { insertAccounts, type NewAccount } from "#modules/users/core/actions/insert-accounts.ts";
import { isReservedAddress } from "#modules/users/core/email-addresses.ts";
import { EmailInUse } from "#modules/users/core/errors.ts";
import { hiddenUserAdded, userAdded } from "#modules/users/core/events.ts";
import { factsOf } from "#modules/users/core/queries.ts";
import type { KeptSettings } from "#modules/users/core/settings/user-settings.ts";
import { limitedRealm } from "#modules/users/core/visibility/user-visibility.ts";

/** An account, and where it is to be. Its settings are what differs from those that the organization gives to new accounts. */
export interface NewUser extends Omit<NewAccount, "realmId"> {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Default: the organization's default channels for people that are no guests, none for all others. */
  readonly channelIds?: readonly number[];
  /** Groups beside those of the role, which the caller has locked. */
  readonly groupIds?: readonly number[];
}

/**
 * Creates an account, puts it into groups and channels, and revokes what invitations to its address are open. The caller
 * holds the groups.
 * @throws EmailInUse
 */
export async function createUser(tx: Tx, user: NewUser): Promise<Row<"account">> {
  const { realm, now } = user;
  const row = await insertAccount(tx, user);
  const limited = row.bot_type === null ? await limitedRealm(tx, realm.id) : null;
  const added = limited ? hiddenUserAdded(factsOf(row), limited) : userAdded(factsOf(row), realm);
  emit(tx, toEveryone(realm.id), added);
  await joinGroups(tx, user, row.id);
  await revokeInvitationsTo(tx, { realmId: realm.id, emailKey: row.email_key, now });
  await joinChannels(tx, user, row);
  return row;
}

async function insertAccount(tx: Tx, user: NewUser): Promise<Row<"account">> {
  const { realm, email, botType = null } = user;
  if (isReservedAddress(email, realm)) throw new EmailInUse();
  const given = botType === null ? await settingsForNewcomers(tx, realm.id) : {};
  const account = { ...user, realmId: realm.id, settings: { ...given, ...user.settings } };
  const [row] = await insertAccounts(tx, [account]);
  if (!row) throw new EmailInUse();
  return row;
}

async function settingsForNewcomers(tx: Tx, realmId: number): Promise<KeptSettings> {
  const realm = await tx
    .selectFrom("realm")
    .select(["user_settings_defaults", "settings"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const { default_language } = settingsOf(realm.settings);
  return { ...(realm.user_settings_defaults as KeptSettings), default_language };
}

async function joinGroups(tx: Tx, { realm, role, groupIds = [], now }: NewUser, userId: number): Promise<void> {
  const { waiting_period_threshold: threshold } = await realmSettings(tx, realm.id);
  await addToSystemGroups(tx, realm.id, userId, role, isFullMember({ role, joinedAt: now }, threshold, now));
  if (groupIds.length > 0) await addNewcomer(tx, { realmId: realm.id, groupIds, userId });
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
