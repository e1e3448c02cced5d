import type { Tx } from "#kernel/db/types.ts";
import { NoSuchUser } from "../errors.ts";

/**
 * Makes the API key of an account worthless.
 * @returns the version from which the new key is derived
 * @throws NoSuchUser
 */
export async function renewApiKey(tx: Tx, userId: number): Promise<number> {
  const account = await tx
    .updateTable("account")
    .set((column) => ({ api_key_version: column("api_key_version", "+", 1) }))
    .where("id", "=", userId)
    .returning("api_key_version")
    .executeTakeFirst();
  if (!account) throw new NoSuchUser();
  return account.api_key_version;
}
