import { isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";

const columns = ["id", "role", "bot_type", "bot_owner_id", "is_active", "date_joined"] as const;
type LockedAccount = Pick<Row<"account">, (typeof columns)[number]>;

/**
 * An account that cannot be changed, created or deactivated until the end of the transaction, and neither can owners.
 */
export interface LockedUser {
  readonly account: LockedAccount;
  /** The account's active bots, ordered by id. */
  readonly bots: readonly LockedAccount[];
  /** Whether the account is the only active owner of the organization. */
  readonly isOnlyOwner: boolean;
}

/**
 * Locks the organization's groups, then an account with its owner and its bots, and all owners of the organization, so
 * that two owners cannot be removed at the same time, each because the other still exists. Throws NoSuchUser.
 */
export async function lockUser(tx: Tx, realmId: number, userId: number): Promise<LockedUser> {
  await lockGroups(tx, realmId);
  await lockRows(tx, realmId, userId);
  // Locks again, because the first call may have waited for a transaction that created a bot, whose row it does not
  // see.
  const locked = await lockRows(tx, realmId, userId);
  const account = locked.find(({ id }) => id === userId);
  if (!account) throw new NoSuchUser();
  const isOther = (one: LockedAccount) =>
    one.id !== userId && isOwner(one.role) && one.is_active && one.bot_type === null;
  return {
    account,
    bots: locked.filter(({ bot_owner_id, is_active }) => bot_owner_id === userId && is_active),
    isOnlyOwner: isOwner(account.role) && !locked.some(isOther),
  };
}

const lockRows = (tx: Tx, realmId: number, userId: number): Promise<LockedAccount[]> =>
  tx
    .selectFrom("account")
    .select(columns)
    .where("realm_id", "=", realmId)
    .where((is) => {
      const owner = is.selectFrom("account").select("bot_owner_id").where("id", "=", userId);
      return is.or([
        is("id", "=", userId),
        is("id", "=", owner),
        is("bot_owner_id", "=", userId),
        is("role", "=", roles.owner),
      ]);
    })
    .orderBy("id")
    // Prevents changes to the accounts without blocking the sending of messages, whose rows reference their senders.
    .forNoKeyUpdate()
    .execute();
