// Checks that few files change visible data: SQL that writes is allowed only in actions, jobs, the kernel, realtime and
// migrations.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

const BUILDER = /\.(insertInto|updateTable|deleteFrom|mergeInto)\(/g;
/**
 * Matches a write in raw SQL. To distinguish it from normal text, it must follow the start of a string or line, or the
 * end of a clause.
 */
const STATEMENT =
  /(?:^|[`"'(){};])\s*(insert\s+into|delete\s+from|merge\s+into|truncate\s+\S|update\s+[^\s`"']+\s+set)\b/gim;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const ALLOWED_FILES = /\/actions\/|\/jobs\.ts$|^(kernel|server\/src\/realtime)\/|\.test\.ts$/;

export const writesCheck: Check = createCheck(
  { name: "writes", about: "SQL that writes only in actions/, jobs.ts, kernel/, realtime/ and migrations" },
  (path) => /^(server\/src|kernel|push-relay|cli)\/.*\.ts$/.test(path),
  findStrayWrites,
);

/** Replaces comments with spaces. Line breaks remain, so that line numbers stay correct. */
export const stripComments = (text: string): string =>
  text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, " "));

/** Finds lines that write to the database in files that must not write. */
export function findStrayWrites(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text = "" }) => {
    if (ALLOWED_FILES.test(path)) return [];
    const code = stripComments(text);
    const found = [...code.matchAll(BUILDER), ...code.matchAll(STATEMENT)];
    return found.map((match) => {
      const statement = match[1] ?? "";
      const line = code.slice(0, match.index + match[0].indexOf(statement)).split("\n").length;
      return `${path}:${line}: ${statement.replace(/\s+/g, " ")} outside an action`;
    });
  });
}
