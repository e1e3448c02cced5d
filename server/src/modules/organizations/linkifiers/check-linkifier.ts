import { BadPattern, BlankField, GroupNotInPattern, GroupNotInTemplate, InvalidTemplate } from "./errors.ts";
import type { LinkifierSource } from "./matching/compile-linkifiers.ts";
import { compilePattern } from "./matching/pattern.ts";
import { safeTemplate } from "#modules/organizations/url-templates/safe-template.ts";

/**
 * Asserts that a linkifier is valid: the pattern compiles, the template can be parsed, and the pattern's named groups
 * are the same as the template's variables. Compiling takes milliseconds, so call this before the transaction.
 * @throws BlankField
 * @throws BadPattern
 * @throws InvalidTemplate
 * @throws GroupNotInPattern
 * @throws GroupNotInTemplate
 */
export function assertValidLinkifier({ pattern: source, url_template }: LinkifierSource): void {
  if (source === "") throw new BlankField();
  const pattern = compilePattern(source);
  if (typeof pattern === "string") throw new BadPattern({ reason: pattern });
  if (url_template === "") throw new BlankField();
  const template = safeTemplate(url_template);
  if (!template) throw new InvalidTemplate();
  assertGroupsMatchVariables(new Set(pattern.groups.keys()), template.variables);
}

function assertGroupsMatchVariables(groups: ReadonlySet<string>, variables: ReadonlySet<string>): void {
  const [unmatched] = [...variables].filter((name) => !groups.has(name)).toSorted();
  if (unmatched !== undefined) throw new GroupNotInPattern({ name: unmatched });
  const [unused] = [...groups].filter((name) => !variables.has(name)).toSorted();
  if (unused !== undefined) throw new GroupNotInTemplate({ name: unused });
}
