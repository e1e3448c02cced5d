import { assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { findUserByRealEmail } from "#modules/users/core/queries.ts";
import { lockUser } from "#modules/users/accounts/user-locks.ts";
import { type SyncedAttribute, SyncConflict, type DirectoryAccount } from "../sync-context.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { changeEmail } from "#modules/users/accounts/actions/email-change/change-email.ts";

interface DirectoryEmail {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Id of the account, whose row must be locked. */
  readonly userId: number;
  /** The email address in the directory. It must be valid and allowed by the organization. */
  readonly email: string;
  readonly now: Date;
}

/**
 * Changes an account's email address to the one in the directory.
 * @throws EmailInUse
 */
async function changeEmailFromDirectory(tx: Tx, { realm, userId, email, now }: DirectoryEmail): Promise<void> {
  const { delivery_email: before } = await tx
    .selectFrom("account")
    .select("delivery_email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await changeEmail(tx, { realm, userId, email });
  const change = { before: { delivery_email: before }, after: { delivery_email: email } };
  await recordAct(tx, {
    realmId: realm.id,
    actorId: null,
    act: "user.email_changed",
    targetId: userId,
    ...change,
    now,
  });
}

/**
 * Returns true if the email address changed. Only accounts that are linked by an entry id can get another address: for
 * accounts linked by address, the changed address would belong to another user.
 */
const hasNewEmail = ({ account, person }: DirectoryAccount): boolean =>
  person.entryId !== null &&
  person.entryId === account.entry_id &&
  emailKey(person.email) !== emailKey(account.delivery_email);

export const emailAttribute: SyncedAttribute = {
  name: "address",
  async difference({ db }, follower) {
    if (!hasNewEmail(follower)) return null;
    const { realm, account, person } = follower;
    const owner = await findUserByRealEmail(db.reader, realm.id, person.email);
    if (owner) {
      const state = owner.is_active ? "active" : "deactivated";
      throw new SyncConflict(
        `${person.email} is already used by account ${owner.id} (${state}), so account ${account.id} keeps ${account.delivery_email}; change the address of account ${owner.id} with \`parlance user set-email\` or as an administrator`,
      );
    }
    await assertEmailAllowed(db.reader, realm.id, person.email);
    return person.email;
  },
  apply: ({ db, clock }, { realm, account, person }) =>
    db.write(async (tx) => {
      await lockUser(tx, realm.id, account.id);
      await changeEmailFromDirectory(tx, { realm, userId: account.id, email: person.email, now: clock.now() });
    }),
};
