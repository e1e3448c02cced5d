import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { enqueueSecurityEmail } from "#modules/sign-in/core/actions/enqueue-security-email.ts";
import { TwoFactorIsOff } from "#modules/sign-in/core/errors.ts";
import { twoFactorChangedEmail } from "#modules/sign-in/core/emails.ts";
import { isSecondFactorRequired, loadSecondFactorState } from "#modules/sign-in/credentials/second-factors.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";

interface Owner {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly userId: number;
  readonly now: Date;
}

/**
 * Lets somebody in with a password alone who has lost what they need beside it: forgets their authenticator, their passkeys
 * and their codes for recovery. `actorId` null: the server's operator does it.
 * @throws TwoFactorIsOff
 */
export async function resetSecondFactors(tx: Tx, owner: Owner, actorId: number | null): Promise<void> {
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
