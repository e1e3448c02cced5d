import { settings } from "./declaration.ts";
import type { Setting } from "./setting.ts";

/** The page of the documentation that lists all settings, in Markdown. */
export function settingsPage(): string {
  const rows = (Object.values(settings) as Setting<unknown>[]).map(row);
  return `# Settings

The server is set up with environment variables, and runs without any. It checks them when it starts: where one cannot be
used, it says which and what it takes, and does not start. A variable that begins with \`PARLANCE_\` and is not in this
list is warned of.

| Variable | Takes | Default | Meaning |
|---|---|---|---|
${rows.join("\n")}
`;
}

const row = (setting: Setting<unknown>): string =>
  `| \`${setting.variable}\` | ${setting.takes}${setting.unit ? ` (${setting.unit})` : ""} | ${defaultOf(setting)} | ${setting.meaning}${formerName(setting)} |`;

const defaultOf = ({ default: value, defaultText }: Setting<unknown>): string => defaultText ?? `\`${String(value)}\``;

const formerName = ({ formerVariable }: Setting<unknown>): string =>
  formerVariable === undefined ? "" : ` Its former name \`${formerVariable}\` still works, with a warning.`;
