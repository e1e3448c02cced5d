import { refuseForbiddenAddress } from "#modules/organizations/core/email-rules.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { findUserByRealEmail } from "#modules/users/core/queries.ts";
import { lockUser } from "#modules/users/accounts/user-locks.ts";
import { moveAddress } from "../actions/move-address.ts";
import { type Aspect, CannotFollow, type Follower } from "../sync-context.ts";

/** Only who is known by more than an address can get another one. */
const isMoved = ({ account, person }: Follower): boolean =>
  person.entryId !== null &&
  person.entryId === account.entry_id &&
  emailKey(person.email) !== emailKey(account.delivery_email);

export const address: Aspect = {
  name: "address",
  async difference({ db }, follower) {
    if (!isMoved(follower)) return null;
    const { realm, account, person } = follower;
    const owner = await findUserByRealEmail(db.reader, realm.id, person.email);
    if (owner) {
      const state = owner.is_active ? "active" : "deactivated";
      throw new CannotFollow(
        `${person.email} is already used by account ${owner.id} (${state}), so account ${account.id} keeps ${account.delivery_email}; change the address of account ${owner.id} with \`parlance user set-email\` or as an administrator`,
      );
    }
    await refuseForbiddenAddress(db.reader, realm.id, person.email);
    return person.email;
  },
  take: ({ db, clock }, { realm, account, person }) =>
    db.write(async (tx) => {
      await lockUser(tx, realm.id, account.id);
      await moveAddress(tx, { realm, userId: account.id, email: person.email, now: clock.now() });
    }),
};
