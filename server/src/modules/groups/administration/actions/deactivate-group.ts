import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Tx } from "#kernel/db/types.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { storeGroup } from "#modules/groups/core/actions/store-group.ts";
import { GroupInUse, UserGroupDeactivated } from "#modules/groups/core/errors.ts";
import { groupDeactivated } from "#modules/groups/core/events.ts";
import { usesOf } from "../group-uses.ts";
import type { NamedGroup } from "#modules/groups/core/policy.ts";

interface Circumstances {
  /** Null: nobody in the organization. */
  readonly actorId: number | null;
  readonly now: Date;
}

/**
 * Deactivates a group that is locked: it can no longer be chosen or mentioned. Who is in it
 * stays so.
 * @throws UserGroupDeactivated if it is already
 * @throws GroupInUse with all its uses
 */
export async function deactivateGroup(tx: Tx, group: NamedGroup, { actorId, now }: Circumstances): Promise<void> {
  if (group.is_deactivated) throw new UserGroupDeactivated();
  const objections = await usesOf(tx, group.id);
  if (objections.length > 0) throw new GroupInUse({ objections });
  await storeGroup(tx, group.id, { is_deactivated: true });
  emit(tx, toEveryone(group.realm_id), groupDeactivated(group.id));
  await recordAct(tx, {
    realmId: group.realm_id,
    actorId,
    act: "user_group.deactivated",
    targetId: group.id,
    before: { deactivated: false },
    after: { deactivated: true },
    now,
  });
}
