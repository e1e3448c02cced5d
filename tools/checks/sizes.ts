// Checks a limit that the linter cannot check. In tests, the functions passed to test() and describe() may be long, but
// named functions are limited to the same length as in other files. All other limits of size are in .oxlintrc.json.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

const MAX_LINES = 50;
/**
 * Matches the line on which a named function starts: a declaration, or an arrow function with a block. The formatter
 * puts each of these on a line of its own.
 */
const FUNCTION_START =
  /^(?<indent> *)(?:export )?(?:async function|function|const)\*? (?<name>\w+)(?=.*\{$)(?!.*= \{$)(?!.*= [\w.]+\((?!.*=>))/;

export const sizesCheck: Check = createCheck(
  { name: "sizes", about: `named functions in tests of at most ${MAX_LINES} lines (other budgets: lint)` },
  (path) => path.endsWith(".test.ts"),
  findLongFunctions,
);

/**
 * Finds named functions that are too long. Finds the end of a function by its indentation, which the formatter
 * guarantees.
 */
export function findLongFunctions(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text = "" }) => {
    const lines = text.split("\n");
    return lines.flatMap((line, start) => {
      const { indent, name } = FUNCTION_START.exec(line)?.groups ?? {};
      if (indent === undefined || name === undefined) return [];
      const length = lines.slice(start).findIndex((later) => later.startsWith(`${indent}}`)) + 1;
      return length > MAX_LINES
        ? [`${path}:${start + 1}: ${name} has ${length} lines, the budget is ${MAX_LINES}`]
        : [];
    });
  });
}
