import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { closeEventQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { recordUserChanges } from "../snapshot/users-snapshot.ts";

/**
 * Replaces the API keys of accounts of one organization. The old keys become invalid immediately. All event queues of
 * the accounts are deleted, which ends their waiting polls. Does not announce the new keys.
 * @returns the versions from which the new keys are derived, by account
 */
export async function replaceApiKeys(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const accounts = await tx
    .updateTable("account")
    .set((column) => ({ api_key_version: column("api_key_version", "+", 1) }))
    .where("id", "=", sql<number>`any(${userIds}::int[])`)
    .returning(["id", "realm_id", "api_key_version"])
    .execute();
  recordUserChanges(tx, accounts);
  const [first] = accounts;
  if (first) await closeEventQueues(tx, first.realm_id, userIds);
  return new Map(accounts.map(({ id, api_key_version }) => [id, api_key_version]));
}
