import {
  LegacyDisplaySettings,
  LegacyNotificationSettings,
  type UserSettings,
} from "@parlance/contract/nouns/user-settings.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";

/** A setting with a value that can change. */
export type SettingProperty = Exclude<keyof UserSettings, "available_notification_sounds" | "emojiset_choices">;
export type SettingValue = boolean | number | string | null;

/** A change of one's own settings, with what the forms for old clients need beside it. */
interface StoredSetting {
  readonly type: "user_settings";
  readonly op: "update";
  readonly property: SettingProperty;
  readonly value: SettingValue;
  readonly language_name?: string;
  /** Address of the account, as the API calls it. */
  readonly user: string;
}

/** One of the user's own settings has another value. */
export function settingChanged(user: string, property: SettingProperty, value: SettingValue): StoredSetting {
  const named = property === "default_language" ? { language_name: nativeLanguageName(String(value)) } : {};
  return { type: "user_settings", op: "update", property, value, ...named, user };
}

/** What the speakers of a language call it. */
function nativeLanguageName(code: string): string {
  const tag = code.replaceAll("_", "-");
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? code;
}

/** What new accounts get has changed. */
export const defaultUserSettingChanged = (property: string, value: SettingValue): EventBody => ({
  type: "realm_user_settings_defaults",
  op: "update",
  property,
  value,
});

/** Somebody's messages may be part of an export from now on, or may not. */
export const exportConsentChanged = (userId: number, consented: boolean): EventBody => ({
  type: "realm_export_consent",
  user_id: userId,
  consented,
});

const TYPE = "user_settings";

/** The type of the event by which old clients hear of a setting; undefined for settings that they do not know. */
function legacyEventType(property: string): "update_display_settings" | "update_global_notifications" | undefined {
  if (property in LegacyDisplaySettings.shape) return "update_display_settings";
  if (property in LegacyNotificationSettings.shape) return "update_global_notifications";
  return undefined;
}

/** The types under which a reader hears of a change. */
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

/** A setting's value for clients without `user_settings_object`, which know no "as is usual for the language". */
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
