import type { ErrorClass } from "../errors.ts";
import { ownErrors } from "./errors.ts";
import { fileErrors } from "./files.ts";
import type { Module } from "./module.ts";

/** The page of the documentation that lists the errors of all operations, and those of the protocol, in Markdown. */
export function errorsPage(modules: readonly Module[]): string {
  const declared = modules
    .flatMap(({ endpoints }) => endpoints)
    .flatMap(({ errors, file }) => [...errors, ...(file ? fileErrors(file) : [])]);
  const rows = [...new Set([...ownErrors, ...declared].map(row))].sort();
  return `# Errors

An error is answered with \`result: "error"\`, a text for people in \`msg\`, and a \`code\` for programs. Some have more members.
In a text, \`{name}\` stands for a value.

| Code | Status | Text | Further members |
|---|---|---|---|
${rows.join("\n")}
`;
}

function row({ code, status, sample, fieldsSchema }: ErrorClass): string {
  const fields = Object.keys(fieldsSchema.shape).map((name) => `\`${name}\``);
  return `| ${code} | ${status} | ${sample.replaceAll("|", "\\|")} | ${fields.join(", ")} |`;
}
