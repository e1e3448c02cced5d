import { acquireSharedLock, acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { groupsLock } from "./locks.ts";

/**
 * Locks an organization's groups exclusively until the end of the transaction. Needed for changes of members and
 * subgroups, and for deactivating groups or users. Otherwise two concurrent changes could create a cycle of groups, or
 * deactivate a group that is being put into use.
 */
export const lockGroups = (tx: Tx, realmId: number): Promise<void> => acquireLock(tx, groupsLock, realmId);

/**
 * Locks an organization's groups against changes until the end of the transaction. Needed for transactions that use
 * groups in settings. Several transactions can have this lock at the same time.
 */
export const lockGroupsShared = (tx: Tx, realmId: number): Promise<void> => acquireSharedLock(tx, groupsLock, realmId);
