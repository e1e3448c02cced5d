import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { deleteMembers } from "#modules/groups/core/actions/members/delete-members.ts";
import { GroupNameInUse, InvalidUserGroup } from "#modules/groups/core/errors.ts";
import { groupKey, parseGroupName } from "#modules/groups/core/group-names.ts";
import { accessGroup, type NamedGroup } from "#modules/groups/core/policy.ts";
import { changeMembersOfLockedGroup } from "#modules/groups/administration/actions/change-members.ts";
import { createGroupWithinLock } from "#modules/groups/administration/actions/create-group.ts";
import { deactivateGroup } from "#modules/groups/administration/actions/deactivate-group.ts";
import { reactivateGroup, renameGroup } from "#modules/groups/administration/actions/rename-and-reactivate-group.ts";
import { notFound } from "../errors.ts";
import { findGroup, type GroupDraft, loadMembers } from "../groups/groups.ts";
import { storeGroupSync } from "./store-sync-data.ts";
import type { ScimSyncContext } from "./sync-user.ts";

const DIRECTORY_ACTOR = { actorId: null } as const;
const allowAll = () => undefined;

/**
 * Creates a group for a directory, or reactivates a deactivated group with the same name.
 * @returns its id
 * @throws `groupNameErrors`, InvalidMember
 */
export async function createGroupFromDirectory(
  tx: Tx,
  draft: GroupDraft,
  { realm, now }: ScimSyncContext,
): Promise<number> {
  await lockGroups(tx, realm.id);
  const former = await findNamesake(tx, realm.id, parseGroupName(draft.name));
  if (former && !former.is_deactivated) throw new GroupNameInUse({ group_name: draft.name });
  if (former) {
    await reactivateGroup(tx, former, { ...DIRECTORY_ACTOR, now });
    await changeGroupFromDirectory(tx, former.id, draft, { realm, now });
    return former.id;
  }
  const request = { name: draft.name, description: "", members: draft.members, subgroups: [], settings: {} };
  const id = await createGroupWithinLock(tx, request, { ...DIRECTORY_ACTOR, realmId: realm.id, now });
  await storeGroupSync(tx, { realmId: realm.id, groupId: id, externalId: draft.externalId });
  return id;
}

async function findNamesake(tx: Tx, realmId: number, name: string): Promise<NamedGroup | undefined> {
  const row = await tx
    .selectFrom("user_group")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("name_key", "=", groupKey(name))
    .executeTakeFirst();
  return row && accessGroup(tx, { realmId }, row.id);
}

/**
 * Updates a group with the directory's data. Deactivated users whom the directory removes from the group do not become
 * members again when they are reactivated.
 * @throws ScimError, `groupNameErrors`, InvalidMember
 */
export async function changeGroupFromDirectory(
  tx: Tx,
  id: number,
  draft: GroupDraft,
  { realm, now }: ScimSyncContext,
): Promise<void> {
  const group = await lockOwnGroup(tx, realm.id, id);
  const renamed = await renameGroup(tx, group, draft.name, { ...DIRECTORY_ACTOR, now });
  const members = await loadMembers(tx, [group]);
  const [wanted, present] = [new Set(draft.members), new Set(members.map((member) => member.id))];
  const leaving = members.filter((member) => !wanted.has(member.id));
  const away = leaving.filter(({ isActive }) => !isActive).map((member) => member.id);
  if (away.length > 0) await deleteMembers(tx, group, away);
  const changes = {
    add: draft.members.filter((member) => !present.has(member)),
    delete: leaving.filter(({ isActive }) => isActive).map((member) => member.id),
    addSubgroups: [],
    deleteSubgroups: [],
  };
  await changeMembersOfLockedGroup(tx, renamed, changes, { ...DIRECTORY_ACTOR, authorize: allowAll, now });
  await storeGroupSync(tx, { realmId: realm.id, groupId: id, externalId: draft.externalId });
}

async function lockOwnGroup(tx: Tx, realmId: number, id: number): Promise<NamedGroup> {
  await lockGroups(tx, realmId);
  if (!(await findGroup(tx, realmId, id))) throw notFound("group");
  return accessGroup(tx, { realmId }, id).catch((error: unknown) => {
    throw error instanceof InvalidUserGroup ? notFound("group") : error;
  });
}

/**
 * Deactivates a group that a directory has deleted.
 * @throws ScimError, GroupInUse
 */
export async function deleteGroupFromDirectory(tx: Tx, id: number, { realm, now }: ScimSyncContext): Promise<void> {
  const group = await lockOwnGroup(tx, realm.id, id);
  await deactivateGroup(tx, group, { ...DIRECTORY_ACTOR, now });
}
