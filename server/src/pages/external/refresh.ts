import { admissionOf } from "#modules/sign-in/core/identities/find-admission-rule.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";
import type { Voucher } from "#modules/sign-in/providers/login-provider.ts";
import type { Tx } from "#kernel/db/types.ts";
import { AppError } from "#kernel/errors.ts";
import { takeGroups } from "#modules/identity-sync/ldap/actions/sync-groups.ts";
import { takeName } from "#modules/identity-sync/ldap/actions/sync-name.ts";
import { takeRole } from "#modules/identity-sync/ldap/actions/sync-role.ts";
import type { Visit } from "../http/page.ts";

/**
 * Takes over what a provider says of somebody who has signed in with it, as far as the operators want that. What cannot be taken
 * over, such as a name that is another's, is told in the log and keeps nobody out.
 */
export async function refreshAccount(visit: Visit, voucher: Voucher, identity: Identity, userId: number) {
  const { services, realm, now } = visit;
  const told = { ...identity, email: identity.isVerified ? identity.email : null };
  const change = { voucher, identity: told, realmId: realm.id, userId, now };
  for (const refresh of refreshesOf(voucher)) {
    try {
      await services.db.write((tx) => refresh(tx, change));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      services.log.warn(
        { err: error, provider: voucher.name, user: userId },
        "could not update an account from its identity provider",
      );
    }
  }
}

interface Change {
  readonly voucher: Voucher;
  readonly identity: Identity;
  readonly realmId: number;
  readonly userId: number;
  readonly now: Date;
}

const refreshes = { full_name: refreshName, role: refreshRole, user_groups: refreshGroups } as const;

const refreshesOf = ({ refreshes: wanted }: Voucher) => wanted.map((one) => refreshes[one]);

async function refreshName(tx: Tx, { identity, realmId, userId, now }: Change): Promise<void> {
  if (identity.fullName !== "") await takeName(tx, { realmId, userId, fullName: identity.fullName, now });
}

async function refreshRole(tx: Tx, { voucher, identity, realmId, userId, now }: Change): Promise<void> {
  const rule = admissionOf(voucher.admissions, identity);
  if (rule) await takeRole(tx, { realmId, userId, role: rule.role, now });
}

/** Of the groups that the operators' rules name, somebody is in those of the rule that fits them, and in no other. */
async function refreshGroups(tx: Tx, { voucher, identity, realmId, userId, now }: Change): Promise<void> {
  const wanted = new Set(admissionOf(voucher.admissions, identity)?.user_groups);
  const decided = new Set(voucher.admissions.flatMap(({ user_groups: names }) => names));
  await takeGroups(tx, { realmId, userId, wanted, decided, now });
}
