import { acts, targetTypes, type TargetType } from "./audited-acts.ts";

/** Returns the documentation page about the audit log, in Markdown. */
export function auditLogPage(): string {
  return `# The audit log

The audit log records every change to other users or to the organization: who made it, when, what was changed, and the previous
value. An entry is written in the transaction of the change itself, so neither exists without the other. Changes that users make to
their own accounts are not recorded, except for logins; and neither are messages, passwords and keys.

Administrators read the log with \`GET /api/v1/audit_log\`, newest entries first, and can filter it by action, actor, target and time;
see the API reference at \`/api\`. Entries cannot be changed or deleted over the API. An entry without an actor was made by the server
itself, or by an operator on the command line.

These actions are recorded:

${targetTypes.map(section).join("\n\n")}
`;
}

function section(type: TargetType): string {
  const rows = Object.entries(acts).filter(([act]) => act.startsWith(`${type}.`));
  return [
    `## ${heading(type)}`,
    "",
    "| Action | Description |",
    "|---|---|",
    ...rows.map(([act, meaning]) => `| \`${act}\` | ${meaning} |`),
  ].join("\n");
}

/**
 * Formats a target type as a heading, such as "Profile field" for `profile_field`. "realm" becomes "Organization",
 * because "realm" is used only in the API.
 */
function heading(type: TargetType): string {
  const words = type === "realm" ? "organization" : type.replaceAll("_", " ");
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
