import { directoryGroups } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { groupSteps, takeGroups } from "../actions/sync-groups.ts";
import type { Aspect, Follower, Means } from "../sync-context.ts";

const told = ({ ldap }: Means, { realm, account, person }: Follower) => ({
  realmId: realm.id,
  userId: account.id,
  ...directoryGroups(ldap, person, realm.subdomain),
});

export const userGroups: Aspect = {
  name: "user groups",
  async difference(means, follower) {
    const steps = await groupSteps(means.db.reader, told(means, follower));
    return steps.length === 0 ? null : steps.map(({ name, joins }) => `${joins ? "+" : "-"}${name}`).join(", ");
  },
  take: (means, follower) =>
    means.db.write((tx) => takeGroups(tx, { ...told(means, follower), now: means.clock.now() })),
};
