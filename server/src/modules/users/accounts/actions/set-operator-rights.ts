import type { Tx } from "@parlance/kernel/db/types.ts";
import { replaceKeysOfRestrictedBots } from "#modules/bots/core/actions/replace-bot-keys.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";

/** Rights that only the server's operators can grant. Absent fields stay unchanged. */
export interface OperatorRights {
  /** Right of an administrator to create accounts through the API. */
  readonly canCreateUsers?: boolean | undefined;
  /** Right of an administrator to change the email addresses of other users through the API. */
  readonly canChangeEmails?: boolean | undefined;
}

/**
 * Grants or revokes operator rights of an account. If a higher role is then needed to access a bot's keys, they are
 * replaced, so that those who knew the old API key do not gain the right. Throws NoSuchUser.
 */
export async function setOperatorRights(tx: Tx, userId: number, rights: OperatorRights): Promise<void> {
  const { canCreateUsers, canChangeEmails } = rights;
  if (canCreateUsers === undefined && canChangeEmails === undefined) return;
  const bots = await loadBots(tx, [userId]);
  await storeAccount(tx, userId, { can_create_users: canCreateUsers, can_change_user_emails: canChangeEmails });
  await replaceKeysOfRestrictedBots(tx, bots);
  await announceBotChanges(tx, bots);
}
