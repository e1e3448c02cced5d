import { acquireSharedLock, acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { groupsLock } from "./locks.ts";

/**
 * Lets one transaction at a time change an organization's groups: who is in them, what they are within, whether they or
 * their people are deactivated. Two changes could otherwise make a circle of groups together, or deactivate a group that
 * comes into use.
 */
export const lockGroups = (tx: Tx, realmId: number): Promise<void> => acquireLock(tx, groupsLock, realmId);

/**
 * Keeps an organization's groups as they are until the end of the transaction, for those that name groups in a setting. Any
 * number of transactions may do so at once.
 */
export const lockGroupsShared = (tx: Tx, realmId: number): Promise<void> => acquireSharedLock(tx, groupsLock, realmId);
