import type { SettingDeclarations } from "./read-settings.ts";
import type { Setting } from "./setting.ts";

/** Returns the documentation page that lists all settings, in Markdown. */
export function settingsPage(settings: SettingDeclarations): string {
  const rows = Object.values(settings).map(row);
  return `# Settings

The server is configured with environment variables; all of them are optional. They are checked when the server starts: if one
has an invalid value, the server names it and the values that it accepts, and does not start. The server logs a warning for variables
that start with \`PARLANCE_\` and are not in this list.

| Variable | Value | Default | Description |
|---|---|---|---|
${rows.join("\n")}
`;
}

const row = (setting: Setting<unknown>): string =>
  `| \`${setting.variable}\` | ${setting.accepts}${setting.unit ? ` (${setting.unit})` : ""} | ${defaultOf(setting)} | ${setting.meaning}${formerName(setting)} |`;

const defaultOf = ({ default: value, defaultText }: Setting<unknown>): string => defaultText ?? `\`${String(value)}\``;

const formerName = ({ formerVariable }: Setting<unknown>): string =>
  formerVariable === undefined ? "" : ` Its former name \`${formerVariable}\` still works, with a warning.`;
