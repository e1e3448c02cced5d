import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import type { Write } from "#kernel/http/context.ts";
import { recordAct } from "#modules/2-records/audit-log/actions/record-act.ts";
import { storeGroup } from "#modules/2-records/user-groups/actions/store-group.ts";
import { GroupInUse, UserGroupDeactivated } from "#modules/2-records/user-groups/errors.ts";
import { groupDeactivated } from "#modules/2-records/user-groups/events.ts";
import { usesOf } from "../group-uses.ts";
import type { NamedGroup } from "#modules/2-records/user-groups/policy.ts";

/**
 * Deactivates a group that the actor manages and that is locked: it can no longer be chosen or mentioned. Who is in it
 * stays so.
 * @throws UserGroupDeactivated if it is already
 * @throws GroupInUse with all its uses
 */
export async function deactivateGroup({ tx, actor, now }: Write, group: NamedGroup): Promise<void> {
  if (group.is_deactivated) throw new UserGroupDeactivated();
  const objections = await usesOf(tx, group.id);
  if (objections.length > 0) throw new GroupInUse({ objections });
  await storeGroup(tx, group.id, { is_deactivated: true });
  emit(tx, toEveryone(group.realm_id), groupDeactivated(group.id));
  await recordAct(tx, {
    realmId: group.realm_id,
    actorId: actor.id,
    act: "user_group.deactivated",
    targetId: group.id,
    before: { deactivated: false },
    after: { deactivated: true },
    now,
  });
}
