// Checks the one budget that the linter cannot: in tests, the bodies of test() and describe() may be long, but named
// functions have the same limit as elsewhere. All other budgets are in .oxlintrc.json.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

const MAX_LINES = 50;
/**
 * Matches the start of a named function, on a line of its own as the formatter leaves it: a declaration, or an arrow
 * function with a block.
 */
const FUNCTION_START =
  /^(?<indent> *)(?:export )?(?:async function|function|const)\*? (?<name>\w+)(?=.*\{$)(?!.*= \{$)(?!.*= [\w.]+\((?!.*=>))/;

export const sizesCheck: Check = createCheck(
  { name: "sizes", about: `named functions in tests of at most ${MAX_LINES} lines (other budgets: lint)` },
  (path) => path.endsWith(".test.ts"),
  findLongFunctions,
);

/** Finds the named functions that are longer than the budget. Relies on indentation, which the formatter guarantees. */
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
