import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { type AccountOwner, enqueueSecurityEmail } from "#modules/sign-in/core/actions/enqueue-security-email.ts";
import { TwoFactorIsOff } from "#modules/sign-in/core/errors.ts";
import { twoFactorChangedEmail } from "#modules/sign-in/core/emails.ts";
import { isSecondFactorRequired, loadSecondFactorState } from "#modules/sign-in/credentials/second-factors.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";

/**
 * Lets a user log in with the password alone again: deletes the authenticator, the passkeys and the recovery codes. `actorId` is
 * null if the server's operator does it.
 * @throws TwoFactorIsOff
 */
export async function resetSecondFactors(tx: Tx, owner: AccountOwner, actorId: number | null): Promise<void> {
  const { realm, userId, now } = owner;
  await lockAccount(tx, userId);
  const factors = await loadSecondFactorState(tx, userId);
  if (!isSecondFactorRequired(factors)) throw new TwoFactorIsOff();
  await tx.deleteFrom("two_factor").where("user_id", "=", userId).execute();
  await tx.deleteFrom("passkey").where("user_id", "=", userId).execute();
  await enqueueSecurityEmail(tx, owner, (site, name) => twoFactorChangedEmail(site, name, "reset"));
  const [before, after] = [
    { two_factor: true, passkeys: factors.passkeys },
    { two_factor: false, passkeys: 0 },
  ];
  const act = { realmId: realm.id, actorId, act: "user.two_factor_reset", targetId: userId } as const;
  await recordAct(tx, { ...act, before, after, now });
}
