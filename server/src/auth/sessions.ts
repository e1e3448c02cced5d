import { createHash } from "node:crypto";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";

/** How long a browser stays signed in, in seconds. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;

/** Somebody whose browser is signed in. */
export interface SessionUser extends Actor {
  readonly fullName: string;
  /** The account's real address. */
  readonly email: string;
}

/** What the database keeps of a token that somebody else holds: who reads the table cannot act as its owner. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * The user who is signed in with a session's token. Null if there is no such session, if it has expired, if the account or
 * the organization is not active, and if the account belongs to another organization.
 */
export async function sessionUser(
  db: Reader,
  token: string,
  realm: Pick<RealmContext, "id">,
  now: Date,
): Promise<SessionUser | null> {
  const row = await db
    .selectFrom("web_session")
    .innerJoin("account", "account.id", "web_session.user_id")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.id", "account.realm_id", "account.role", "account.full_name", "account.delivery_email"])
    .where("web_session.token_hash", "=", tokenHash(token))
    .where("web_session.expires_at", ">", now)
    .where("account.is_active", "=", true)
    .where("account.realm_id", "=", realm.id)
    .where("realm.deactivated_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { id, realm_id: realmId, full_name: fullName, delivery_email: email } = row;
  return { id, realmId, role: row.role as Role, isBot: false, botType: null, fullName, email };
}
