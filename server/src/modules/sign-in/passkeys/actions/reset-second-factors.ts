import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { type AccountOwner, enqueueSecurityEmail } from "#modules/sign-in/core/actions/enqueue-security-email.ts";
import { TwoFactorIsOff } from "#modules/sign-in/core/errors.ts";
import { twoFactorChangedEmail } from "#modules/sign-in/core/emails.ts";
import { isSecondFactorRequired, loadSecondFactorState } from "#modules/sign-in/credentials/second-factors.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";

/**
 * Deletes a user's authenticator, passkeys and recovery codes, so that the password alone is enough to log in again.
 * `actorId` is null for the server's operator.
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
