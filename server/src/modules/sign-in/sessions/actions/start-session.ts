import { randomBytes } from "node:crypto";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { clientName } from "#modules/sign-in/core/client-name.ts";
import { noteSessionChanges } from "../sessions-snapshot.ts";
import { AccountIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { SESSION_IDLE_TIMEOUT_SECONDS, hashSessionToken } from "../sessions.ts";
import type { LoginOrigin } from "#modules/sign-in/core/actions/enqueue-login-email.ts";

const TOKEN_BYTES = 32;

export interface NewSession {
  readonly userId: number;
  /** Login method, with its name in `authentication_methods`. */
  readonly method: string;
  readonly origin: LoginOrigin;
  readonly now: Date;
}

/**
 * Starts a browser session.
 * @returns the token for the session cookie, of which only a hash is stored
 * @throws AccountIsDeactivated
 */
export async function startSession(tx: Tx, session: NewSession): Promise<string> {
  const { realmId } = await lockActiveAccount(tx, session.userId);
  return insertSession(tx, realmId, session);
}

/**
 * Locks a user's account so that it stays active until the transaction ends.
 * @throws AccountIsDeactivated
 */
export async function lockActiveAccount(tx: Tx, userId: number): Promise<{ readonly realmId: number }> {
  // A shared lock allows other logins at the same time. A transaction that deactivates the account and ends its
  // sessions has to wait.
  const account = await tx
    .selectFrom("account")
    .select("realm_id")
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .forShare()
    .executeTakeFirst();
  if (!account) throw new AccountIsDeactivated();
  return { realmId: account.realm_id };
}

/**
 * Starts a session. The caller must have locked the account with `lockActiveAccount`, unless the same transaction
 * created it.
 */
export async function insertSession(
  tx: Tx,
  realmId: number,
  { userId, method, origin, now }: NewSession,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const { id } = await tx
    .insertInto("web_session")
    .values({
      token_hash: hashSessionToken(token),
      user_id: userId,
      method,
      client: clientName(origin.userAgent),
      network: clientNetwork(origin.ip),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + SESSION_IDLE_TIMEOUT_SECONDS * 1000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  noteSessionChanges(tx, realmId, [id]);
  return token;
}
