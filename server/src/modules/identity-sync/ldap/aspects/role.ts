import { roles } from "@parlance/contract/entities/roles.ts";
import { directoryRole } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { mayTakeRole, takeRole } from "../actions/sync-role.ts";
import type { Aspect, Follower, Means } from "../sync-context.ts";

const wantedRole = ({ ldap }: Means, { realm, account, person }: Follower) => {
  const role = directoryRole(ldap, person, realm.subdomain);
  return role !== null && mayTakeRole(account.role, role) ? role : null;
};

export const role: Aspect = {
  name: "role",
  async difference(means, follower) {
    const wanted = wantedRole(means, follower);
    return Object.entries(roles).find(([, one]) => one === wanted)?.[0] ?? null;
  },
  async take(means, follower) {
    const wanted = wantedRole(means, follower);
    if (wanted === null) return;
    const { realm, account } = follower;
    const { db, clock } = means;
    await db.write((tx) => takeRole(tx, { realmId: realm.id, userId: account.id, role: wanted, now: clock.now() }));
  },
};
