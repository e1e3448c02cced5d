import { acquireSharedLock, acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { groupsLock } from "./locks.ts";

/**
 * Serializes changes of an organization's groups: of their members and subgroups, and of whether they or their members
 * are deactivated. Otherwise two concurrent changes could create a cycle of groups, or deactivate a group that is put
 * into use.
 */
export const lockGroups = (tx: Tx, realmId: number): Promise<void> => acquireLock(tx, groupsLock, realmId);

/**
 * Locks an organization's groups against changes until the end of the transaction, for transactions that refer to
 * groups in a setting. Any number of transactions can have this lock at the same time.
 */
export const lockGroupsShared = (tx: Tx, realmId: number): Promise<void> => acquireSharedLock(tx, groupsLock, realmId);
