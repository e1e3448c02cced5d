import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct, type Act } from "#modules/platform/audit-log/actions/record-act.ts";
import { groupChanged } from "#modules/groups/core/events.ts";
import { loadGroupSettingValues } from "#modules/groups/core/settings/group-settings.ts";
import { lockGroupToManage, type NamedGroup } from "#modules/groups/core/policy.ts";
import {
  changeGroupSettings,
  type GroupSettingUpdates,
} from "#modules/groups/core/actions/settings/change-group-settings.ts";
import { storeGroup } from "#modules/groups/core/actions/store-group.ts";
import { deactivateGroup } from "./deactivate-group.ts";
import { reactivateGroup, renameGroup } from "./rename-and-reactivate-group.ts";

/** Requested changes of a group. Properties that are undefined stay unchanged. */
export interface GroupChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly deactivated?: boolean | undefined;
  readonly settings: GroupSettingUpdates<"group">;
}

/**
 * Changes a group, and sends events about the changes that have an effect. A group is reactivated before its settings
 * are changed, and deactivated afterward. One request can thus remove the group from its own settings and deactivate
 * it.
 * @throws InvalidUserGroup, InsufficientPermission, ExpectationMismatch, GroupInUse, and the errors in
 * `groupNameErrors` and `groupSettingErrors`
 */
export async function changeGroup(ctx: Write, groupId: number, change: GroupChange): Promise<void> {
  const { tx, actor, now } = ctx;
  const group = await lockGroupToManage(ctx, groupId);
  const by = { actorId: actor.id, now };
  const renamed = change.name === undefined ? group : await renameGroup(tx, group, change.name, by);
  const described = await describe(ctx, renamed, change.description);
  const active = change.deactivated === false ? await reactivateGroup(tx, described, by) : described;
  await changeSettings(ctx, active, change.settings);
  if (change.deactivated === true && !active.is_deactivated) await deactivateGroup(tx, active, by);
}

type AuditedAct = Pick<Act, "act" | "before" | "after">;

const record = ({ tx, actor, now }: Write, { id, realm_id: realmId }: NamedGroup, act: AuditedAct): Promise<void> =>
  recordAct(tx, { realmId, actorId: actor.id, targetId: id, now, ...act });

async function describe(ctx: Write, group: NamedGroup, description: string | undefined): Promise<NamedGroup> {
  if (description === undefined || description === group.description) return group;
  const { tx } = ctx;
  await storeGroup(tx, group.id, { description });
  emit(tx, toEveryone(group.realm_id), groupChanged(group, { description }));
  const before = { description: group.description };
  await record(ctx, group, { act: "user_group.changed", before, after: { description } });
  return { ...group, description };
}

async function changeSettings(ctx: Write, group: NamedGroup, updates: GroupSettingUpdates<"group">): Promise<void> {
  const { tx } = ctx;
  const { id, realm_id: realmId } = group;
  const values = (await loadGroupSettingValues(tx, "group", realmId, [id])).get(id);
  const after = await changeGroupSettings(tx, { realmId, scope: "group", scopeId: id }, updates);
  const changed = Object.keys(after) as (keyof typeof after)[];
  if (changed.length === 0) return;
  for (const setting of changed) emit(tx, toEveryone(realmId), groupChanged(group, { [setting]: after[setting] }));
  const before = Object.fromEntries(changed.map((setting) => [setting, values?.[setting]]));
  await record(ctx, group, { act: "user_group.changed", before, after });
}
