import { SETTINGS_FILE_NAME } from "../file/find-settings-file.ts";
import type { Setting } from "../setting.ts";
import { nameInTable, type SettingDeclarations, type SettingTables } from "../setting-declarations.ts";
import { canBeInFile, createDescriber, describeValues, formatDefault, groupByTable } from "./setting-texts.ts";

const MAX_LINE_LENGTH = 100;

/**
 * Returns the content of a new settings file: all settings, each with its description and its default, as comments.
 * @param isInDataDirectory whether the file is for the data directory, so that it cannot contain the data directory
 */
export function settingsTemplate(
  settings: SettingDeclarations,
  tables: SettingTables,
  { isInDataDirectory }: { readonly isInDataDirectory: boolean },
): string {
  const describe = createDescriber(settings);
  const sections = groupByTable(settings, tables).map(({ name, description, settings: all }) =>
    [
      `# ${description}\n[${name}]\n`,
      ...all
        .filter(({ selectsDataDirectory }) => !isInDataDirectory || selectsDataDirectory !== true)
        .map((setting) => entry(setting, describe, canBeInFile(setting, settings))),
    ].join("\n"),
  );
  return `${introduction}\n\n${sections.join("\n\n")}`;
}

const introduction = wrap(
  `Settings of a Parlance server (${SETTINGS_FILE_NAME}). All of them are optional. To change one, uncomment its ` +
    "line. Empty texts count as not set. Relative paths are relative to the folder of this file. Environment variables " +
    "override this file. The server reads it when it starts; check it with: parlance config check",
);

function entry(setting: Setting<unknown>, describe: (text: string) => string, hasFile: boolean): string {
  const name = nameInTable(setting.key);
  const value = formatDefault(setting);
  const usual = setting.defaultText === undefined ? "" : ` Default: ${setting.defaultText}.`;
  const text = `${setting.meaning} Value: ${describeValues(setting)}.${usual}`;
  const fileHint = hasFile ? ` Alternatively, ${name}_file is the path of a file that contains the value.` : "";
  return [
    wrap(describe(`${text}${fileHint}`).replaceAll("`", "")),
    `#${name} = ${value ?? '""'}`,
    ...(hasFile ? [`#${name}_file = ""`] : []),
    "",
  ].join("\n");
}

/** Breaks a text into lines that start with `#`. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > MAX_LINE_LENGTH) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}
