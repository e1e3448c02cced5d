import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { admissionOf } from "#auth/external/admission.ts";
import type { Identity } from "#auth/external/identity.ts";
import type { Voucher } from "#auth/external/identity-provider.ts";
import type { Tx } from "#kernel/db/types.ts";
import { AppError } from "#kernel/errors.ts";
import { recordAct } from "#modules/2-records/audit-log/actions/record-act.ts";
import { accessGroup } from "#modules/2-records/user-groups/policy.ts";
import { checkedName } from "#modules/1-ground/users/names.ts";
import { renameUser } from "#modules/8-lifecycle/accounts/actions/rename-user.ts";
import { setRole } from "#modules/8-lifecycle/accounts/actions/set-role.ts";
import { lockUser } from "#modules/8-lifecycle/accounts/user-locks.ts";
import { changeMembersOfLocked } from "#modules/8-lifecycle/group-administration/actions/change-members.ts";
import type { Visit } from "../page.ts";

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
        "what a provider says was not taken over",
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
  if (identity.fullName === "") return;
  const fullName = checkedName(identity.fullName);
  const { full_name: before } = await tx
    .selectFrom("account")
    .select("full_name")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (before === fullName) return;
  await renameUser(tx, { realmId, userId, fullName });
  await recordAct(tx, {
    realmId,
    actorId: null,
    act: "user.renamed",
    targetId: userId,
    before: { full_name: before },
    after: { full_name: fullName },
    now,
  });
}

/** Owners stay what they are: no provider takes an organization from them. */
async function refreshRole(tx: Tx, { voucher, identity, realmId, userId, now }: Change): Promise<void> {
  const rule = admissionOf(voucher.admissions, identity);
  if (!rule) return;
  const { account } = await lockUser(tx, realmId, userId);
  const before = account.role as Role;
  if (before === roles.owner || before === rule.role) return;
  await setRole(tx, { realmId, userId, role: rule.role, actorId: null, now });
}

/** Of the groups that the operators' rules name, somebody is in those of the rule that fits them, and in no other. */
async function refreshGroups(tx: Tx, { voucher, identity, realmId, userId, now }: Change): Promise<void> {
  const wanted = new Set(admissionOf(voucher.admissions, identity)?.user_groups);
  const named = [...new Set(voucher.admissions.flatMap(({ user_groups: names }) => names))];
  if (named.length === 0) return;
  await lockUser(tx, realmId, userId);
  const rows = await tx
    .selectFrom("user_group")
    .leftJoin("user_group_member", (join) =>
      join.onRef("user_group_member.group_id", "=", "user_group.id").on("user_group_member.user_id", "=", userId),
    )
    .select(["user_group.id", "user_group.name", "user_group_member.user_id as member"])
    .where("user_group.realm_id", "=", realmId)
    .where("user_group.name", "in", named)
    .where("user_group.is_system", "=", false)
    .where("user_group.is_deactivated", "=", false)
    .orderBy("user_group.id")
    .execute();
  for (const { id, name, member } of rows) {
    const [isMember, isWanted] = [member !== null, wanted.has(name ?? "")];
    if (isMember === isWanted) continue;
    const group = await accessGroup(tx, { realmId }, id);
    const [add, leave] = isWanted ? [[userId], []] : [[], [userId]];
    const changes = { add, delete: leave, addSubgroups: [], deleteSubgroups: [] };
    await changeMembersOfLocked(tx, group, changes, { actorId: null, authorize: async () => undefined, now });
  }
}
