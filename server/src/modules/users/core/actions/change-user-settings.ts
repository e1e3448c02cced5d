import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { UserSettings } from "@parlance/contract/nouns/user-settings.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, type StoredEvent } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { OFFLINE_THRESHOLD_SECONDS } from "../presence/presence-intervals.ts";
import { presenceChanged, toPresenceTimestamp, type StoredPresenceEvent } from "../presence/presence-events.ts";
import { statusChanged } from "../status/status-events.ts";
import { recordUserChanges } from "../snapshot/users-snapshot.ts";
import { NoSuchUser } from "../errors.ts";
import { replacePresence } from "./store-presence.ts";
import { notifyViewers } from "./notify-viewers.ts";
import { emailVisibilityChanged, avatarChanged, userChanged } from "../events.ts";
import { apiEmail } from "../presentation.ts";
import { toUserRecord, type UserRecord } from "../queries.ts";
import { changeableSettings, changedSettings, type StoredUserSettings } from "../settings/user-settings.ts";
import {
  exportConsentChanged,
  settingChanged,
  type SettingProperty,
  type SettingValue,
} from "../settings/user-setting-events.ts";

/** New values of settings. Absent and undefined settings stay unchanged. */
export type SettingChanges = {
  readonly [Name in keyof StoredUserSettings | "timezone"]?: UserSettings[Name] | undefined;
};

interface UserSettingsChange {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** The id of a human user. Bots have no settings. */
  readonly userId: number;
  readonly changes: SettingChanges;
  readonly now: Date;
}

/**
 * Changes a user's settings, and replaces the presence if the user shows or hides it. The values must be valid. No
 * events are emitted for settings that already have the new value.
 * @throws NoSuchUser
 */
export async function changeUserSettings(tx: Tx, change: UserSettingsChange): Promise<void> {
  const { realm, userId, changes, now } = change;
  const account = await lockHumanAccount(tx, realm.id, userId);
  const changed = changedSettings({ ...changeableSettings(account), timezone: account.timezone }, changes);
  if (Object.keys(changed).length === 0) return;

  const { timezone = account.timezone, ...settings } = changed;
  const merged = JSON.stringify({ ...(account.settings as StoredUserSettings), ...settings });
  const row = await tx
    .updateTable("account")
    .set({ settings: merged, timezone })
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  recordUserChanges(tx, [row]);

  const user = toUserRecord(row);
  const address = apiEmail(user, realm);
  for (const [property, value] of Object.entries(changed) as [SettingProperty, SettingValue][]) {
    emit(tx, toUser({ id: userId, realmId: realm.id }), settingChanged(address, property, value));
  }
  await announceToOthers(tx, { realm, now }, { before: toUserRecord(account), after: user }, changed);
}

async function lockHumanAccount(tx: Tx, realmId: number, userId: number) {
  const account = await tx
    .selectFrom("account")
    .selectAll()
    .where("id", "=", userId)
    .where("realm_id", "=", realmId)
    .where("bot_type", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new NoSuchUser();
  return account;
}

interface ChangedAccount {
  readonly before: UserRecord;
  readonly after: UserRecord;
}

/**
 * Emits events about the settings that other users need to know. If the user shows or hides presence, also replaces it.
 */
async function announceToOthers(
  tx: Tx,
  { realm, now }: Pick<UserSettingsChange, "realm" | "now">,
  account: ChangedAccount,
  changed: SettingChanges,
): Promise<void> {
  const { id: userId, timezone } = account.after;
  const { allow_private_data_export: consented } = changed;
  if (changed.timezone !== undefined) {
    const person = { user_id: userId, email: apiEmail(account.after, realm), timezone };
    notifyViewers(tx, { realmId: realm.id, userId }, userChanged(person));
  }
  if (changed.presence_enabled !== undefined) {
    const away = !changed.presence_enabled;
    const presence = await updateShownPresence(tx, { realm, now }, account.after, away);
    const events = [statusChanged(userId, { away }), ...(presence ? [presence] : [])];
    notifyViewers(tx, { realmId: realm.id, userId }, ...events);
  }
  if (changed.email_address_visibility !== undefined) announceAddressVisibility(tx, realm, account);
  if (consented !== undefined) {
    emit(
      tx,
      { realmId: realm.id, roleAtLeast: roles.administrator, humans: true },
      exportConsentChanged(userId, consented),
    );
  }
}

/**
 * Age of the last presence that is shown for a user who has just hidden the user's presence, in seconds: enough to
 * appear offline.
 */
const AWAY_SECONDS = OFFLINE_THRESHOLD_SECONDS + 120;

/**
 * Replaces a user's presence when the user shows or hides it: the user appears active, or offline. The former presence
 * is lost. Does nothing and returns null if presence is disabled in the organization.
 */
async function updateShownPresence(
  tx: Tx,
  { realm, now }: Pick<UserSettingsChange, "realm" | "now">,
  user: UserRecord,
  away: boolean,
): Promise<StoredPresenceEvent | null> {
  if ((await loadRealmSettings(tx, realm.id)).presence_disabled) return null;
  const connectedAt = away ? new Date(now.getTime() - AWAY_SECONDS * 1000) : now;
  const activeAt = away ? null : now;
  await replacePresence(tx, realm.id, { userId: user.id, activeAt, connectedAt });
  const idle_timestamp = toPresenceTimestamp(connectedAt);
  const presence = { active_timestamp: away ? user.joined_at : idle_timestamp, idle_timestamp };
  return presenceChanged({ userId: user.id, email: apiEmail(user, realm) }, presence, now);
}

/**
 * Emits events with the address to the users for whom it becomes visible, and with null to those for whom it becomes
 * hidden. An address that all users can see is also the account's address in the API, and clients compute the avatar's
 * URL from it. So both change if all users could see the address before or can see it now.
 */
function announceAddressVisibility(
  tx: Tx,
  realm: UserSettingsChange["realm"],
  { before, after }: ChangedAccount,
): void {
  const notify = (event: StoredEvent) => notifyViewers(tx, { realmId: realm.id, userId: after.id }, event);
  const visibility = { before: before.email_address_visibility, after: after.email_address_visibility };
  notify(emailVisibilityChanged(after, visibility));
  if (visibility.before !== emailVisibilities.everyone && visibility.after !== emailVisibilities.everyone) return;
  notify(userChanged({ user_id: after.id, new_email: apiEmail(after, realm) }));
  notify(avatarChanged(after));
}
