import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import {
  changedSettings,
  type StoredUserSettings,
  defaultUserSettings,
} from "#modules/users/core/settings/user-settings.ts";
import { defaultUserSettingChanged } from "#modules/users/core/settings/user-setting-events.ts";

interface DefaultUserSettingsChange {
  readonly actor: { readonly id: number; readonly realmId: number };
  readonly changes: { readonly [Name in keyof StoredUserSettings]?: StoredUserSettings[Name] | undefined };
  readonly now: Date;
}

/** Changes the organization's default settings for new accounts. Existing accounts stay unchanged. */
export async function changeDefaultUserSettings(
  tx: Tx,
  { actor, changes, now }: DefaultUserSettingsChange,
): Promise<void> {
  const { id: actorId, realmId } = actor;
  const realm = await lockRealm(tx, realmId);
  const before = defaultUserSettings(realm);
  const after = changedSettings(before, changes);
  const names = Object.keys(after) as (keyof typeof after)[];
  if (names.length === 0) return;

  const newcomerSettings = { ...(realm.user_settings_defaults as StoredUserSettings), ...after };
  await storeRealm(tx, realmId, { defaultUserSettings: newcomerSettings });
  for (const [property, value] of Object.entries(after)) {
    emit(tx, toEveryone(realmId), defaultUserSettingChanged(property, value as string));
  }
  await recordAct(tx, {
    realmId,
    actorId,
    act: "realm.user_settings_defaults_changed",
    targetId: realmId,
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after,
    now,
  });
}
