import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Tells these locks from other advisory locks; channels have 1. */
const GROUPS = 2;

/**
 * Lets one transaction at a time change an organization's groups: who is in them, what they are within, whether they or
 * their people are deactivated. Two changes could otherwise make a circle of groups together, or deactivate a group that
 * comes into use. Call it before the organization, accounts or channels are locked.
 */
export async function lockGroups(tx: Tx, realmId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${GROUPS}, ${realmId})`.execute(tx);
}

/**
 * Keeps an organization's groups as they are until the end of the transaction, for those that name groups in a setting. Any
 * number of transactions may do so at once. Call it before the organization, accounts or channels are locked.
 */
export async function holdGroups(tx: Tx, realmId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${GROUPS}, ${realmId})`.execute(tx);
}
