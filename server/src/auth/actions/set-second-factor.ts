import { randomBytes } from "node:crypto";
import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { lockAccount } from "#modules/1-ground/users/lock-account.ts";
import { sendLetter } from "#modules/2-records/mail/actions/send-letter.ts";
import { TwoFactorIsOff, TwoFactorIsOn, WrongCode } from "../errors.ts";
import { twoFactorChanged } from "../letters.ts";
import { secondFactorOf } from "../two-factor/queries.ts";
import { newRecoveryCodes, recoveryHash } from "../two-factor/recovery-codes.ts";
import { takeCode } from "./take-code.ts";

const SALT_BYTES = 16;

/**
 * Begins to set up a second factor; one that was begun before is forgotten.
 * @returns what its secret follows from
 * @throws TwoFactorIsOn
 */
export async function beginSecondFactor(tx: Tx, userId: number): Promise<string> {
  await lockAccount(tx, userId);
  if ((await secondFactorOf(tx, userId))?.confirmed_at) throw new TwoFactorIsOn();
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  await tx
    .insertInto("two_factor")
    .values({ user_id: userId, salt })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ salt, last_step: 0 }))
    .execute();
  return salt;
}

interface Owner {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly userId: number;
  readonly now: Date;
}

/**
 * Has an account ask for codes from now on, as its owner has shown one.
 * @returns codes for when the authenticator is lost, of which only hashes are kept
 * @throws TwoFactorIsOn, TwoFactorIsOff where it was not begun, WrongCode
 */
export async function confirmSecondFactor(tx: Tx, secret: Uint8Array, owner: Owner & { readonly code: string }) {
  const { userId, now } = owner;
  await lockAccount(tx, userId);
  const factor = await secondFactorOf(tx, userId);
  if (!factor) throw new TwoFactorIsOff();
  if (factor.confirmed_at) throw new TwoFactorIsOn();
  if (!(await takeCode(tx, secret, owner))) throw new WrongCode();
  const codes = newRecoveryCodes();
  await tx
    .updateTable("two_factor")
    .set({ confirmed_at: now, recovery_hashes: codes.map((code) => recoveryHash(secret, userId, code)) })
    .where("user_id", "=", userId)
    .execute();
  await tellOwner(tx, owner, "on");
  return codes;
}

/**
 * Has an account ask for codes no more.
 * @throws TwoFactorIsOff
 */
export async function removeSecondFactor(tx: Tx, owner: Owner, by: "owner" | "administrator"): Promise<void> {
  await lockAccount(tx, owner.userId);
  const removed = await tx
    .deleteFrom("two_factor")
    .where("user_id", "=", owner.userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  if (!removed?.confirmed_at) throw new TwoFactorIsOff();
  await tellOwner(tx, owner, by === "owner" ? "off" : "reset");
}

async function tellOwner(tx: Tx, { realm, userId, now }: Owner, change: "on" | "off" | "reset"): Promise<void> {
  const account = await tx
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.delivery_email", "account.full_name", "realm.name"])
    .where("account.id", "=", userId)
    .executeTakeFirstOrThrow();
  const { delivery_email: address, full_name: fullName, name } = account;
  const letter = twoFactorChanged({ url: realm.url, name }, fullName, change);
  await sendLetter(tx, { realm, to: { address, name: fullName }, letter, now });
}
