import { secretFileNames, type SettingDeclarations, type SettingTables } from "../setting-declarations.ts";
import type { Setting } from "../setting.ts";
import {
  canBeInFile,
  createDescriber,
  type DescribedTable,
  describeValues,
  formatDefault,
  groupByTable,
} from "./setting-texts.ts";

const INTRODUCTION = `# Settings

All settings are optional. Write them into a file, \`parlance.toml\`:

\`\`\`toml
[web]
port = 8080
external_url = "https://chat.example.com"

[mail]
url_file = "/etc/parlance/mail-url"
\`\`\`

\`parlance config init\` creates such a file, with every setting, its description and its default as comments.
\`parlance config check\` lists all errors in it, and \`parlance config show\` prints every value and where it comes from. The
server logs at its start which file it has read. On this page, \`web.port\` is the setting \`port\` in the table \`[web]\`.

## Where settings are read from

The server and all commands except \`push-relay\` read **one** settings file, the first of these:

1. the file that the option \`--config FILE\` names;
2. the file that the environment variable \`PARLANCE_CONFIG\` names;
3. \`parlance.toml\` in the data directory, which is the one of \`--data-dir\`, of \`PARLANCE_DATA_DIR\`, or \`./data\`;
4. \`/etc/parlance/parlance.toml\`.

A file that an option or a variable names has to exist. A file in the data directory cannot contain \`server.data_dir\`.

Each setting is also an environment variable, which overrides the file; options such as \`--port\` override both. An empty variable
counts as not set, and so does an empty string in the file, except for \`web.wire_aliases\`. Relative paths in the file are relative to its folder, those in variables
and options to the current folder.

Errors are reported before anything is changed: an unknown table or setting in the file, a value of the wrong type, an invalid
value. Each message names the line and what is accepted, for a misspelled name also the closest known name. Unknown variables that start
with \`PARLANCE_\` only cause a warning.

Lists, such as \`ldap.name_attributes\`, can be arrays of strings in the file; in variables, they have commas.

## Secrets

A secret can be in a file of its own, which contains nothing else: name this file with \`_file\` after the setting's name, or \`_FILE\` after
the variable's. Line breaks at its end are ignored. This suits secrets that systemd, Docker or Kubernetes provide as files.

A settings file with secrets, and a file with a secret, must not be readable by every user of the machine. Otherwise, the server
does not start, and the message shows the command that corrects it: \`chmod o-rwx FILE\`. Docker and Kubernetes make secrets readable for
everybody by default: set \`mode: 0400\` and the server's \`uid\` for a secret of a Docker service, \`defaultMode: 0440\` and \`fsGroup\` in Kubernetes.
`;

/** Returns the documentation page that lists all settings, in Markdown. */
export function settingsPage(settings: SettingDeclarations, tables: SettingTables): string {
  const sections = groupByTable(settings, tables).map((table) => section(table, settings));
  return `${INTRODUCTION}\n${sections.join("\n")}`;
}

const section = ({ name, description, settings: inTable }: DescribedTable, all: SettingDeclarations): string =>
  `## \`[${name}]\`

${description}

| \`parlance.toml\` | Environment variable | Value | Default | Description |
|---|---|---|---|---|
${inTable.map((setting) => row(setting, all)).join("\n")}
`;

function row(setting: Setting<unknown>, all: SettingDeclarations): string {
  const describe = createDescriber(all);
  const cells = [
    `\`${setting.key}\``,
    `\`${setting.variable}\``,
    describeValues(setting),
    describe(setting.defaultText ?? `\`${formatDefault(setting) ?? String(setting.default)}\``),
    `${describe(setting.meaning)}${secretFile(setting, all)}${formerName(setting)}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function secretFile(setting: Setting<unknown>, all: SettingDeclarations): string {
  if (!canBeInFile(setting, all)) return setting.isSecret === true ? " A secret." : "";
  const { key, variable } = secretFileNames(setting);
  return ` A secret: \`${key}\` or \`${variable}\` can name a file that contains it.`;
}

const formerName = ({ formerVariable }: Setting<unknown>): string =>
  formerVariable === undefined ? "" : ` The variable's former name \`${formerVariable}\` still works, with a warning.`;
