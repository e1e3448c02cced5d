import {
  LegacyDisplaySettings,
  LegacyNotificationSettings,
  type UserSettings,
} from "@parlance/contract/nouns/user-settings.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";

/** Name of a setting whose value can change. */
export type SettingProperty = Exclude<keyof UserSettings, "available_notification_sounds" | "emojiset_choices">;
export type SettingValue = boolean | number | string | null;

/** Stored event about a change of the user's own settings, with the additional fields that old clients need. */
interface StoredSetting {
  readonly type: "user_settings";
  readonly op: "update";
  readonly property: SettingProperty;
  readonly value: SettingValue;
  readonly language_name?: string;
  /** Address of the account in the API. */
  readonly user: string;
}

/** Announces a changed setting to its user. */
export function settingChanged(user: string, property: SettingProperty, value: SettingValue): StoredSetting {
  const named = property === "default_language" ? { language_name: nativeLanguageName(String(value)) } : {};
  return { type: "user_settings", op: "update", property, value, ...named, user };
}

/** Returns the name of a language in that language. */
function nativeLanguageName(code: string): string {
  const tag = code.replaceAll("_", "-");
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? code;
}

/** Announces a changed default setting for new accounts. */
export const defaultUserSettingChanged = (property: string, value: SettingValue): EventBody => ({
  type: "realm_user_settings_defaults",
  op: "update",
  property,
  value,
});

/** Announces whether a user's messages may be part of an export. */
export const exportConsentChanged = (userId: number, consented: boolean): EventBody => ({
  type: "realm_export_consent",
  user_id: userId,
  consented,
});

const TYPE = "user_settings";

/**
 * Returns the type of the event that notifies old clients of a setting; undefined for settings that they do not know.
 */
function legacyEventType(property: string): "update_display_settings" | "update_global_notifications" | undefined {
  if (property in LegacyDisplaySettings.shape) return "update_display_settings";
  if (property in LegacyNotificationSettings.shape) return "update_global_notifications";
  return undefined;
}

/** Returns the types of the events that notify a recipient of a change. */
function eventTypesFor({ property }: StoredSetting, { eventTypes, capabilities }: RecipientQueue): string[] {
  const old = capabilities["user_settings_object"] === true ? undefined : legacyEventType(property);
  const all = old === undefined ? [TYPE] : [TYPE, old];
  return eventTypes === null ? all : all.filter((type) => eventTypes.has(type));
}

function wireEvent(type: string, { op, property, value, user, ...more }: StoredSetting): object {
  if (type === TYPE) return { ...more, type, op, property, value };
  if (type === "update_display_settings") {
    return { ...more, type, user, setting_name: property, setting: nullAsFalse(property, value) };
  }
  return { type, user, notification_name: property, setting: value };
}

/**
 * Converts a setting's value for clients without `user_settings_object`, which do not know null as "the convention of
 * the language".
 */
export const nullAsFalse = <V>(property: string, value: V): V | false =>
  property === "twenty_four_hour_time" ? (value ?? false) : value;

export const settingPresenter: Presenter<StoredSetting> = {
  types: [TYPE, "update_display_settings", "update_global_notifications"],
  variant(event, reader) {
    const types = eventTypesFor(event, reader);
    return types.length === 0 ? null : types.join(" ");
  },
  present: (event, reader) => eventTypesFor(event, reader).map((type) => wireEvent(type, event)),
};
