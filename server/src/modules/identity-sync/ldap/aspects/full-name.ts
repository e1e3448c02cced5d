import { checkedName } from "#modules/users/core/full-names.ts";
import { takeName } from "../actions/sync-name.ts";
import type { Aspect } from "../sync-context.ts";

export const fullName: Aspect = {
  name: "full name",
  async difference(_means, { account, person }) {
    if (person.fullName === "") return null;
    const name = checkedName(person.fullName);
    return name === account.full_name ? null : name;
  },
  take: ({ db, clock }, { realm, account, person }) =>
    db.write((tx) =>
      takeName(tx, { realmId: realm.id, userId: account.id, fullName: person.fullName, now: clock.now() }),
    ),
};
