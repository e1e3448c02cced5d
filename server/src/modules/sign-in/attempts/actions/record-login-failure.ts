import type { Tx } from "@parlance/kernel/db/types.ts";
import type { LoginAttemptKey } from "../login-limit.ts";

/** Records a wrong password. */
export async function recordLoginFailure(tx: Tx, tried: LoginAttemptKey, now: Date): Promise<void> {
  const { realmId, usernameKey, network } = tried;
  await tx
    .insertInto("login_failure")
    .values({ realm_id: realmId, username_key: usernameKey, network, at: now })
    .execute();
}
