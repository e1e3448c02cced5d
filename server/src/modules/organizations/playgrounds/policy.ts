import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { listPlaygrounds } from "./queries.ts";

/**
 * Locks the organization's playgrounds until the transaction ends, and loads them. Call this before changing any of
 * them.
 */
export async function lockPlaygrounds(tx: Tx, realmId: number): Promise<Playground[]> {
  await lockRealm(tx, realmId);
  return listPlaygrounds(tx, realmId);
}
