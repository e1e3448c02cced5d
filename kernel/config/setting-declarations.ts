import type { Setting } from "./setting.ts";

/** Settings by their names. */
export type SettingDeclarations = Readonly<Record<string, Setting<unknown>>>;

/** Descriptions of the settings file's tables, by the names of the tables, in the order in which they are documented. */
export type SettingTables = Readonly<Record<string, string>>;

/** The two names of a setting, and its former variable. */
export type SettingNames = Pick<Setting<unknown>, "key" | "variable" | "formerVariable">;

/** Returns the names of the setting that contains the path of a secret's file, such as `mail.url_file` and `SMTP_URL_FILE`. */
export const secretFileNames = ({ key, variable }: SettingNames): SettingNames => ({
  key: `${key}_file`,
  variable: `${variable}_FILE`,
});

/**
 * Returns whether a secret's file is a setting of its own, which is declared like all others. The file of any other
 * secret is read together with the settings.
 */
export const isSecretFileDeclared = (secret: SettingNames, settings: readonly SettingNames[]): boolean =>
  settings.some(({ key }) => key === secretFileNames(secret).key);

/** Returns the names of all settings, including those of the files of secrets. */
export const allSettingNames = (settings: readonly Setting<unknown>[]): SettingNames[] => [
  ...settings,
  ...settings
    .filter((one) => one.isSecret === true && !isSecretFileDeclared(one, settings))
    .map((one) => secretFileNames(one)),
];

/** Returns the table of a key: the part before the first dot. */
export const tableOf = (key: string): string => key.slice(0, key.indexOf("."));

/** Returns the name of a key in its table. */
export const nameInTable = (key: string): string => key.slice(key.indexOf(".") + 1);
