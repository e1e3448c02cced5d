import type { Setting } from "./setting.ts";
import { isSecretFileDeclared, secretFileNames, type SettingNames } from "./setting-declarations.ts";
import type { SettingsFile } from "./file/settings-file.ts";

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Options of the command line that set settings, by the settings' variables. They override everything else. */
export type SettingFlags = Readonly<Record<string, { readonly flag: string; readonly text: string }>>;

/** Everything that settings are read from. */
export interface SettingSources {
  readonly env: Environment;
  readonly flags?: SettingFlags;
  readonly file?: SettingsFile | undefined;
}

/** Where the value of a setting comes from. */
export type Origin =
  | { readonly kind: "default" }
  | { readonly kind: "flag" | "variable"; readonly name: string }
  | { readonly kind: "file"; readonly path: string; readonly line: number; readonly key: string };

/** A value that was set, in the format of environment variables. */
export interface SetText {
  readonly origin: Exclude<Origin, { kind: "default" }>;
  readonly text: string;
}

/** Finds the texts of settings in one source. */
type Layer = (names: SettingNames, allowsEmpty?: boolean) => SetText | undefined;

/** Returns the sources in which texts are found, from the one that overrides all others down. */
function layersOf({ env, flags = {}, file }: SettingSources, fileTexts: ReadonlyMap<string, string>): Layer[] {
  const find = (text: string | undefined, allowsEmpty: boolean | undefined, origin: () => SetText["origin"]) =>
    text === undefined || (text === "" && allowsEmpty !== true) ? undefined : { origin: origin(), text };
  return [
    ({ variable }, allowsEmpty) =>
      find(flags[variable]?.text, allowsEmpty, () => ({ kind: "flag", name: flags[variable]?.flag ?? "" })),
    ({ variable, formerVariable }, allowsEmpty) => {
      const isFormer = formerVariable !== undefined && env[variable] === undefined;
      const name = isFormer ? formerVariable : variable;
      return find(env[name], allowsEmpty, () => ({ kind: "variable", name }));
    },
    ({ key }, allowsEmpty) =>
      find(fileTexts.get(key), allowsEmpty, () => ({
        kind: "file",
        path: file?.path ?? "",
        line: file?.lineOf(key) ?? 1,
        key,
      })),
  ];
}

/** The text of a setting, or of the path of a secret's file, from the first source that has one of them. */
export interface FoundText {
  readonly value?: SetText;
  /** Path of the file with the secret. */
  readonly secretFile?: SetText;
}

/**
 * Returns a function that finds the text of a setting. A secret and its file are one setting in this respect: a secret
 * in an environment variable overrides its file in the settings file, and the other way round.
 */
export function createTextFinder(
  sources: SettingSources,
  fileTexts: ReadonlyMap<string, string>,
  settings: readonly Setting<unknown>[],
): (setting: Setting<unknown>) => FoundText {
  const layers = layersOf(sources, fileTexts);
  const twins = new Map<string, SettingNames>();
  for (const setting of settings.filter(({ isSecret }) => isSecret)) {
    const file = secretFileNames(setting);
    twins.set(setting.key, file).set(file.key, setting);
  }
  return (setting) => {
    const twin = twins.get(setting.key);
    for (const layer of layers) {
      const [value, other] = [layer(setting, setting.allowsEmpty), twin && layer(twin)];
      if (value === undefined && other === undefined) continue;
      const hasOwnFile = setting.isSecret === true && !isSecretFileDeclared(setting, settings);
      return { ...(value && { value }), ...(other && hasOwnFile && { secretFile: other }) };
    }
    return {};
  };
}

/** Returns the name by which a setting was set, for error messages. */
export const describeOrigin = (origin: SetText["origin"]): string =>
  origin.kind === "file" ? `${origin.path}, line ${origin.line}: ${origin.key}` : origin.name;
