import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Loads a user's passkeys as they are shown to the user, oldest first. */
export const loadPasskeys = (db: Reader, userId: number) =>
  db
    .selectFrom("passkey")
    .select(["id", "name"])
    .select([
      sql<number>`floor(extract(epoch from created_at))::int8`.as("created_at"),
      sql<number | null>`floor(extract(epoch from last_used_at))::int8`.as("last_used_at"),
    ])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();

/** Loads the credential descriptors with which browsers find a user's passkeys. */
export async function loadCredentialDescriptors(db: Reader, userId: number) {
  const rows = await db
    .selectFrom("passkey")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({ id: id.toString("base64url"), transports }));
}

/** Finds the passkey with the id that an authenticator sent, in base64url. */
export const findPasskey = (db: Reader, realmId: number, credentialId: string) =>
  db
    .selectFrom("passkey")
    .select(["id", "user_id", "credential_id", "public_key", "sign_count", "transports"])
    .where("realm_id", "=", realmId)
    .where("credential_id", "=", Buffer.from(credentialId, "base64url"))
    .executeTakeFirst();
