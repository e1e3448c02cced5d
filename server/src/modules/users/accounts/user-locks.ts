import { isOwner, roles } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";

const columns = ["id", "role", "bot_type", "bot_owner_id", "is_active", "date_joined"] as const;
type LockedAccount = Pick<Row<"account">, (typeof columns)[number]>;

/**
 * An account that is locked until the end of the transaction. Other transactions cannot change or deactivate it, create
 * bots for it, or change the organization's owners.
 */
export interface LockedUser {
  readonly account: LockedAccount;
  /** The account's active bots, ordered by id. */
  readonly bots: readonly LockedAccount[];
  /** Whether the account is the only active owner of the organization. */
  readonly isOnlyOwner: boolean;
}

/**
 * Locks the organization's groups, then an account with its owner and its bots, and all owners of the organization.
 * Locking the owners prevents that the last two owners are removed at the same time, each because the other still
 * exists. Throws NoSuchUser.
 */
export async function lockUser(tx: Tx, realmId: number, userId: number): Promise<LockedUser> {
  await lockGroups(tx, realmId);
  await lockRows(tx, realmId, userId);
  // The first call may have waited for a transaction that created a bot. The bot's row is visible only to this second
  // call.
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
    // This lock prevents changes to the accounts, but does not block messages, whose rows reference their senders.
    .forNoKeyUpdate()
    .execute();
