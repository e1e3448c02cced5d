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

/** Stored event: a user's setting has changed. Contains additional fields for old clients. */
interface StoredSetting {
  readonly type: "user_settings";
  readonly op: "update";
  readonly property: SettingProperty;
  readonly value: SettingValue;
  readonly language_name?: string;
  /** Address of the user's account, as the API shows it. */
  readonly user: string;
}

/** Creates the event to a user whose setting has changed. */
export function settingChanged(user: string, property: SettingProperty, value: SettingValue): StoredSetting {
  const named = property === "default_language" ? { language_name: nativeLanguageName(String(value)) } : {};
  return { type: "user_settings", op: "update", property, value, ...named, user };
}

/** Returns the name of a language as it is written in that language, such as Deutsch for German. */
function nativeLanguageName(code: string): string {
  const tag = code.replaceAll("_", "-");
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? code;
}

/** Creates the event that a default setting for new accounts has changed. */
export const defaultUserSettingChanged = (property: string, value: SettingValue): EventBody => ({
  type: "realm_user_settings_defaults",
  op: "update",
  property,
  value,
});

/** Creates the event that a user has allowed or forbidden the export of the user's messages. */
export const exportConsentChanged = (userId: number, consented: boolean): EventBody => ({
  type: "realm_export_consent",
  user_id: userId,
  consented,
});

const TYPE = "user_settings";

/**
 * Returns the type of event with which old clients receive a change of the setting, or undefined if they do not know
 * the setting.
 */
function legacyEventType(property: string): "update_display_settings" | "update_global_notifications" | undefined {
  if (property in LegacyDisplaySettings.shape) return "update_display_settings";
  if (property in LegacyNotificationSettings.shape) return "update_global_notifications";
  return undefined;
}

/** Returns the types of events with which a recipient receives a change of a setting. */
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
 * Replaces null with false in the setting for the time format. Clients without `user_settings_object` do not know null,
 * which means that the format depends on the language.
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
