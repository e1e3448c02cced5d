import { randomBytes } from "node:crypto";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { NoSuchPasskey, PasskeyAlreadyRegistered, TooManyPasskeys } from "#modules/sign-in/core/errors.ts";
import { passkeyChangedEmail } from "#modules/sign-in/core/emails.ts";
import type { VerifiedCredential } from "../passkey-registration.ts";
import { findTwoFactor } from "#modules/sign-in/credentials/second-factors.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "#modules/sign-in/two-factor/recovery-codes.ts";
import { SALT_BYTES } from "#modules/sign-in/two-factor/actions/change-second-factor.ts";
import { type AccountOwner, enqueueSecurityEmail } from "#modules/sign-in/core/actions/enqueue-security-email.ts";

/** Maximum number of passkeys per account. */
export const MAX_PASSKEYS_PER_USER = 20;

interface NewPasskey {
  readonly credential: VerifiedCredential;
  readonly name: string;
  readonly secret: Uint8Array;
}

/**
 * Adds a passkey to an account. From then on, a password alone is not enough to log in.
 * @returns the id of the passkey, and recovery codes if the account had none
 * @throws TooManyPasskeys, PasskeyAlreadyRegistered
 */
export async function addPasskey(tx: Tx, owner: AccountOwner, { credential, name, secret }: NewPasskey) {
  const { realm, userId, now } = owner;
  await lockAccount(tx, userId);
  const { count } = await tx
    .selectFrom("passkey")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_PASSKEYS_PER_USER) throw new TooManyPasskeys({ limit: MAX_PASSKEYS_PER_USER });
  const row = await tx
    .insertInto("passkey")
    .values({
      realm_id: realm.id,
      user_id: userId,
      credential_id: credential.credentialId,
      public_key: credential.publicKey,
      sign_count: credential.signCount,
      transports: credential.transports,
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["realm_id", "credential_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new PasskeyAlreadyRegistered();
  const codes = await ensureRecoveryCodes(tx, secret, userId);
  await notifyOwner(tx, owner, "added", name);
  return { id: row.id, codes };
}

/** Creates recovery codes if the user has none; otherwise returns an empty list. */
async function ensureRecoveryCodes(tx: Tx, secret: Uint8Array, userId: number): Promise<string[]> {
  if (((await findTwoFactor(tx, userId))?.recovery_hashes.length ?? 0) > 0) return [];
  const codes = generateRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(secret, userId, code));
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  await tx
    .insertInto("two_factor")
    .values({ user_id: userId, salt, recovery_hashes: hashes })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ recovery_hashes: hashes }))
    .execute();
  return codes;
}

/**
 * Renames a passkey.
 * @throws NoSuchPasskey
 */
export async function renamePasskey(tx: Tx, userId: number, id: number, name: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NoSuchPasskey();
}

/**
 * Removes a passkey from an account. If no second factor remains, the recovery codes are deleted too.
 * @throws NoSuchPasskey
 */
export async function removePasskey(tx: Tx, owner: AccountOwner, id: number): Promise<void> {
  const { userId } = owner;
  await lockAccount(tx, userId);
  const removed = await tx
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
  if (!removed) throw new NoSuchPasskey();
  await tx
    .deleteFrom("two_factor")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where((of) => of.not(of.exists(of.selectFrom("passkey").select("id").where("user_id", "=", userId))))
    .execute();
  await notifyOwner(tx, owner, "removed", removed.name);
}

async function notifyOwner(tx: Tx, { realm, userId, now }: AccountOwner, change: "added" | "removed", name: string) {
  await enqueueSecurityEmail(tx, { realm, userId, now }, (site, fullName) =>
    passkeyChangedEmail(site, fullName, { change, name }),
  );
  const act = { realmId: realm.id, actorId: userId, act: `user.passkey_${change}`, targetId: userId } as const;
  const facts = { passkey: name };
  await recordAct(tx, { ...act, ...(change === "added" ? { after: facts } : { before: facts }), now });
}
