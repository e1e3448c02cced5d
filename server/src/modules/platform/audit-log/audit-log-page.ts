import { acts, targetTypes, type TargetType } from "./audited-acts.ts";

/** The page of the documentation on the log of administrative acts, in Markdown. */
export function auditLogPage(): string {
  return `# The audit log

Whatever is done to others or to the organization is written down: who did it, when, to whom, and what it was before. That is
done in the transaction of the act itself, so that neither is there without the other. What people set for themselves is not
in it, but for sign-ins; and neither are messages, passwords and keys.

Administrators read it with \`GET /api/v1/audit_log\`, the newest first, and can ask for a kind of act, for who did it, to what,
and when; the API reference at \`/api\` says how. Nobody can change or delete an entry over the API. An entry without an actor
was made by the server itself, or by who runs it on the command line.

Every act is one of these.

${targetTypes.map(section).join("\n\n")}
`;
}

function section(type: TargetType): string {
  const rows = Object.entries(acts).filter(([act]) => act.startsWith(`${type}.`));
  return [
    `## ${heading(type)}`,
    "",
    "| Act | What was done |",
    "|---|---|",
    ...rows.map(([act, meaning]) => `| \`${act}\` | ${meaning} |`),
  ].join("\n");
}

/** `profile_field`: _Profile field_. An organization is a realm for programs alone. */
function heading(type: TargetType): string {
  const words = type === "realm" ? "organization" : type.replaceAll("_", " ");
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
