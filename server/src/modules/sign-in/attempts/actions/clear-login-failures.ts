import type { Tx } from "#kernel/db/types.ts";
import type { LoginTry } from "../login-limit.ts";

type Owner = Pick<LoginTry, "realmId" | "usernameKey"> & Partial<Pick<LoginTry, "network">>;

/**
 * Forgets the wrong passwords of a name in one organization, since its owner has shown up: those from one network, or all.
 */
export async function clearLoginFailures(tx: Tx, { realmId, usernameKey, network }: Owner): Promise<void> {
  let failures = tx.deleteFrom("login_failure").where("realm_id", "=", realmId).where("username_key", "=", usernameKey);
  if (network !== undefined) failures = failures.where("network", "=", network);
  await failures.execute();
}
