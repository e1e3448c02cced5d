import type { z } from "zod";
import { defaultUserSettingParameters, settingParameters } from "#modules/users/core/settings/user-settings.ts";
import { settingsInput } from "#modules/users/accounts/own-account/own-settings-input.ts";
import { toInputValue, parseRealmChange } from "#modules/organizations/settings/realm-change.ts";
import { realmInput } from "#modules/organizations/settings/realm-settings-input.ts";
import type { ExportedTable, Fields } from "../columns/exported-column.ts";
import { ExportFileError, invalidValueError } from "../file/export-file-format.ts";

/** Returns true if the API would accept a value for a setting; undefined if there is no such setting. */
type SettingRule = (name: string, value: unknown) => boolean | undefined;

type Schemas = Readonly<Record<string, z.ZodType | undefined>>;

const schemaIn = (shape: object, name: string): z.ZodType | undefined =>
  Object.hasOwn(shape, name) ? (shape as Schemas)[name] : undefined;

/** Rule for settings of an organization, with their stored values. */
const ofRealm: SettingRule = (name, value) => {
  const parsed = schemaIn(realmInput.shape, name)?.safeParse(toInputValue(name, value));
  return parsed && parsed.success && isAccepted(() => parseRealmChange({ [name]: parsed.data }));
};

function isAccepted(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

const ofDefaultUserSettings: SettingRule = (name, value) =>
  schemaIn(defaultUserSettingParameters.shape, name)?.safeParse(value).success;

/**
 * Rule for settings of a user. Also accepts values that users cannot choose themselves but got as defaults when they
 * joined.
 */
const ofPerson: SettingRule = (name, value) => {
  const own = schemaIn(settingParameters.shape, name)?.safeParse(value).success;
  return own || ofDefaultUserSettings(name, value) || own;
};

/**
 * Checks the settings in a row of a file with the rules of the API. Settings that this release does not know are left
 * out.
 * @throws ExportFileError
 */
export function checkImportedSettings(table: ExportedTable, row: Fields): Fields {
  if (table === "realm") {
    const what = "the organization";
    for (const name of ["name", "description"]) assertAccepted(what, name, row[name], ofRealm);
    const newcomers = checked("the organization's new users", row["user_settings_defaults"], ofDefaultUserSettings);
    return { ...row, settings: checked(what, row["settings"], ofRealm), user_settings_defaults: newcomers };
  }
  if (table !== "account") return row;
  const what = `account ${String(row["id"])} (${String(row["full_name"])})`;
  // An empty time zone means that none was chosen.
  if (row["timezone"] !== "") assertAccepted(what, "timezone", row["timezone"], ofAccount);
  return { ...row, settings: checked(what, row["settings"], ofPerson) };
}

const ofAccount: SettingRule = (name, value) => schemaIn(settingsInput.shape, name)?.safeParse(value).success;

function checked(what: string, settings: unknown, rule: SettingRule): Fields {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    throw new ExportFileError(`the settings of ${what} are not an object`);
  }
  const known = Object.entries(settings).filter(([name, value]) => assertAccepted(what, name, value, rule));
  return Object.fromEntries(known);
}

/** Returns true if the setting exists. Throws if its value is invalid. */
function assertAccepted(what: string, name: string, value: unknown, rule: SettingRule): boolean {
  const isGood = rule(name, value);
  if (isGood !== false) return isGood === true;
  throw invalidValueError(name, what, value);
}
