import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { ExpectationMismatch } from "#modules/groups/core/errors.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import {
  canonicalGroupSettingValue,
  type GroupSettingUpdate,
  sameGroupSettingValue,
} from "#modules/groups/core/settings/group-setting-value.ts";
import { loadGroupSettingValues } from "#modules/groups/core/settings/group-settings.ts";
import type { Scope, SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";
import { resolveGroupSettings } from "./resolve-group-settings.ts";
import { storeGroupSettings } from "./store-group-settings.ts";

/** Requested changes of settings whose value is a group. Settings that are undefined stay unchanged. */
export type GroupSettingUpdates<S extends Scope> = Partial<Record<SettingOf[S], GroupSettingUpdate | undefined>>;

/**
 * Changes settings of an organization, a channel or a group. The value of each of these settings is a group. The caller
 * must have locked the row of the organization, channel or group. Returns the new values of the settings that have
 * changed.
 * @throws the errors in `groupSettingErrors`
 * @throws ExpectationMismatch if the current value of a setting is not the expected one
 */
export async function changeGroupSettings<S extends Scope>(
  tx: Tx,
  target: { realmId: number; scope: S; scopeId: number },
  updates: GroupSettingUpdates<S>,
): Promise<Partial<Record<SettingOf[S], GroupSettingValue>>> {
  const { realmId, scope, scopeId } = target;
  const updated = Object.entries(updates).filter(([, update]) => update) as [SettingOf[S], GroupSettingUpdate][];
  if (updated.length === 0) return {};
  await lockGroupsShared(tx, realmId);
  const system = await loadSystemGroups(tx, realmId);
  const current = (await loadGroupSettingValues(tx, scope, realmId, [scopeId])).get(scopeId);
  const changed: Partial<Record<SettingOf[S], GroupSettingValue>> = {};
  for (const [setting, update] of updated) {
    const now = current?.[setting] as GroupSettingValue;
    if (update.old !== undefined && !sameGroupSettingValue(canonicalGroupSettingValue(update.old, system), now)) {
      throw new ExpectationMismatch({ field_name: setting });
    }
    const wanted = canonicalGroupSettingValue(update.new, system);
    if (!sameGroupSettingValue(wanted, now)) changed[setting] = wanted;
  }
  await storeGroupSettings(tx, target, await resolveGroupSettings(tx, { realmId, scope, values: changed }));
  return changed;
}
