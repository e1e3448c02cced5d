import type { Tx } from "#kernel/db/types.ts";
import type { LoginName } from "../login-limit.ts";

/** Counts a wrong password. */
export async function recordLoginFailure(tx: Tx, name: LoginName, now: Date): Promise<void> {
  await tx
    .insertInto("login_failure")
    .values({ realm_id: name.realmId, username_key: name.usernameKey, at: now })
    .execute();
}
