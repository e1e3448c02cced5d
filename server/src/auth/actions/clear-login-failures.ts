import type { Tx } from "#kernel/db/types.ts";
import type { LoginName } from "../login-limit.ts";

/** Forgets the wrong passwords of a name, since its owner has shown up. */
export async function clearLoginFailures(tx: Tx, name: LoginName): Promise<void> {
  await tx
    .deleteFrom("login_failure")
    .where("realm_id", "=", name.realmId)
    .where("username_key", "=", name.usernameKey)
    .execute();
}
