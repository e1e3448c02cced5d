import type { ErrorClass } from "../base/errors.ts";
import { commonErrors } from "./errors.ts";
import { fileErrors } from "./uploaded-files.ts";
import type { Module } from "./module.ts";

/**
 * Returns the documentation page that lists the errors of all operations, of the protocol and of authentication, in
 * Markdown.
 */
export function errorsPage(modules: readonly Module[], authentication: readonly ErrorClass[]): string {
  const declared = modules
    .flatMap(({ endpoints }) => endpoints)
    .flatMap(({ errors, file }) => [...errors, ...(file ? fileErrors(file) : [])]);
  const rows = [...new Set([...commonErrors, ...authentication, ...declared].map(row))].sort();
  return `# Errors

An error response has \`result: "error"\`, a human-readable message in \`msg\`, and a machine-readable \`code\`. Some errors have
additional fields. Codes that clients of other servers know too have only the fields that such clients expect, and \`BAD_REQUEST\` has
none. In a message, \`{name}\` is a placeholder for a value.

| Code | Status | Message | Additional fields |
|---|---|---|---|
${rows.join("\n")}
`;
}

function row({ code, status, sample, fieldsSchema }: ErrorClass): string {
  const fields = Object.keys(fieldsSchema.shape).map((name) => `\`${name}\``);
  return `| ${code} | ${status} | ${sample.replaceAll("|", "\\|")} | ${fields.join(", ")} |`;
}
