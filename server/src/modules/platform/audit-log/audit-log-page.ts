import { acts, targetTypes, type TargetType } from "./audited-acts.ts";

/** The page of the documentation on the log of administrative acts, in Markdown. */
export function auditLogPage(): string {
  return `# The audit log

The audit log records every change to other users or to the organization: who made it, when, what was changed, and the previous

Administrators read the log with \`GET /api/v1/audit_log\`, newest entries first, and can filter it by action, actor, target and time;

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

/** `profile_field`: _Profile field_. An organization is a realm for programs alone. */
function heading(type: TargetType): string {
  const words = type === "realm" ? "organization" : type.replaceAll("_", " ");
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
