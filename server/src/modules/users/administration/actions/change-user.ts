import { isOwner, roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { changeBot } from "#modules/bots/accounts/actions/change-bot.ts";
import { changeProfileData } from "#modules/users/profile-fields/actions/change-profile-data.ts";
import type { ProfileUpdate } from "#modules/users/profile-fields/values/profile-update.ts";
import { lockUserToAdminister } from "#modules/users/accounts/policy.ts";
import { lockNamesIfUnique } from "#modules/users/accounts/new-account-checks.ts";
import { renameUser } from "#modules/users/accounts/actions/rename-user.ts";
import { replaceEmailAsAdmin } from "#modules/users/accounts/actions/email-change/replace-email-as-admin.ts";
import { setRole } from "#modules/users/accounts/actions/set-role.ts";

/** Changes to a user. Absent fields stay unchanged. A blank name means no change. */
export interface UserChanges {
  readonly full_name?: string | undefined;
  readonly role?: Role | undefined;
  readonly new_email?: string | undefined;
  readonly profile?: ProfileUpdate | undefined;
}

/**
 * Changes an account that the actor administers. If one of the changes fails, none is applied. The account may be
 * deactivated.
 * @throws one of `userChangeErrors`
 */
export async function changeUser(ctx: Write, userId: number, changes: UserChanges): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const { user } = await lockUserToAdminister(ctx, userId);
  const { role, new_email: email, profile } = changes;
  const fullName = changes.full_name?.trim() || undefined;
  if (user.bot_type !== null) await changeBot(ctx, userId, { full_name: fullName, role });
  if (email !== undefined) await replaceEmailAsAdmin(ctx, user, email);
  if (user.bot_type === null) {
    const isRenamed = fullName !== undefined && fullName !== user.full_name;
    if (role !== undefined && role !== user.role) {
      if ([role, user.role].includes(roles.owner) && !isOwner(actor.role)) throw new MustBeOwner();
      // Changing the role locks channels, and names must be locked before channels.
      if (isRenamed) await lockNamesIfUnique(tx, realm.id);
      await setRole(tx, { realmId: realm.id, userId, role, actorId: actor.id, now });
    }
    if (isRenamed) {
      await renameUser(tx, { realmId: realm.id, userId, fullName });
      const names = { before: { full_name: user.full_name }, after: { full_name: fullName } };
      await recordAct(tx, {
        realmId: realm.id,
        actorId: actor.id,
        act: "user.renamed",
        targetId: userId,
        ...names,
        now,
      });
    }
  }
  if (profile) await changeProfileData(tx, { actor, user, update: profile, now });
}
