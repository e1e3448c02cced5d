import { randomBytes } from "node:crypto";
import type { Tx } from "#kernel/db/types.ts";
import { AccountIsDeactivated } from "../errors.ts";
import { SESSION_SECONDS, tokenHash } from "../sessions.ts";

const TOKEN_BYTES = 32;

/**
 * Signs a browser in, for two weeks.
 * @returns the token for its cookie; only the token's hash is kept
 * @throws AccountIsDeactivated
 */
export async function startSession(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<string> {
  await lockActiveAccount(tx, userId);
  return insertSession(tx, { userId, now });
}

/**
 * Makes sure that a person's account stays active until the transaction ends.
 * @throws AccountIsDeactivated
 */
export async function lockActiveAccount(tx: Tx, userId: number): Promise<void> {
  // Shared with other sign-ins, and not with who deactivates the account and then ends the sessions that there are.
  const account = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .forShare()
    .executeTakeFirst();
  if (!account) throw new AccountIsDeactivated();
}

/** The same for an account that the transaction has made itself, and that nobody else can know of yet. */
export async function insertSession(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  await tx
    .insertInto("web_session")
    .values({ token_hash: tokenHash(token), user_id: userId, created_at: now, expires_at: expiresAt })
    .execute();
  return token;
}
