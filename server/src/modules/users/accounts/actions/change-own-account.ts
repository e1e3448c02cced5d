import { sessionId } from "#modules/sign-in/sessions/sessions.ts";
import { recordLoginFailure } from "#modules/sign-in/attempts/actions/record-login-failure.ts";
import type { AppError } from "#kernel/errors.ts";
import type { Write } from "#kernel/http/context.ts";
import type { RateRules } from "#kernel/rate-limits/rate-limit-rules.ts";
import { renameUser } from "./rename-user.ts";
import { setPassword } from "#modules/sign-in/passwords/actions/set-password.ts";
import { WrongPassword } from "../own-account/own-account-errors.ts";
import type { PasswordChange } from "../own-account/password-change.ts";
import { mayChangeName } from "../own-account/own-account-policy.ts";
import { changeUserSettings, type SettingChanges } from "#modules/users/core/actions/change-user-settings.ts";
import { deleteAllDrafts } from "#modules/messages/drafts/actions/delete-all-drafts.ts";
import { startEmailChange } from "./start-email-change.ts";

interface AccountChange {
  readonly full_name?: string | undefined;
  readonly email?: string | undefined;
  readonly password: PasswordChange;
  readonly settings: SettingChanges;
  /** How often somebody may want another e-mail address. */
  readonly emailRules: RateRules;
}

/**
 * Changes what somebody may change of their own account: all that is wished for, or nothing.
 * @returns WrongPassword where that is the matter: the wrong password counts, although nothing else happens
 * @throws what `startEmailChange`, `renameUser` and `changeUserSettings` throw
 */
export async function changeOwnAccount(ctx: Write, change: AccountChange): Promise<AppError | null> {
  const { tx, actor, realm, now } = ctx;
  const { full_name: fullName, email, password, settings, emailRules } = change;
  if (password.kind === "wrong") {
    await recordLoginFailure(tx, password.tried, now);
    return new WrongPassword();
  }
  if (email !== undefined) await startEmailChange(ctx, email, emailRules);
  if (fullName !== undefined && (await mayChangeName(tx, actor))) {
    await renameUser(tx, { realmId: realm.id, userId: actor.id, fullName });
  }
  await changeUserSettings(tx, { realm, userId: actor.id, changes: settings, now });
  if (settings.enable_drafts_synchronization === false) await deleteAllDrafts(tx, actor.id);
  if (password.kind === "change") await replacePassword(ctx, password);
  return null;
}

/** Throws WrongPassword where somebody else has replaced it since it was checked. */
async function replacePassword({ tx, actor }: Write, { from, to }: { from: string; to: string }): Promise<void> {
  const { password_hash: present } = await tx
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", actor.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (present !== from) throw new WrongPassword();
  await setPassword(tx, actor.id, to, { except: sessionId(actor) });
}
