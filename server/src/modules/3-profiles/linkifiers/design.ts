import { BadPattern, GroupNotInPattern, GroupNotInTemplate, InvalidTemplate } from "./errors.ts";
import type { LinkifierSource } from "./matcher.ts";
import { compilePattern } from "./pattern.ts";
import { safeTemplate } from "#modules/1-ground/url-templates/safe-template.ts";

const BLANK = "This field cannot be blank.";

/**
 * Makes sure that a linkifier can be as it is wanted: the pattern compiles, the template is one, and the groups of the
 * one are the variables of the other. For `prepare`: compiling takes milliseconds.
 * @throws BadPattern
 * @throws InvalidTemplate
 * @throws GroupNotInPattern
 * @throws GroupNotInTemplate
 */
export function checkDesign({ pattern: source, url_template }: LinkifierSource): void {
  const pattern = compilePattern(source);
  const template = safeTemplate(url_template);
  const badTemplate = url_template === "" ? BLANK : template ? null : "Invalid URL template.";
  const templateErrors = badTemplate === null ? {} : { url_template: [badTemplate] };
  if (source === "") throw new BadPattern({ errors: { pattern: [BLANK], ...templateErrors } });
  if (typeof pattern === "string") {
    throw new BadPattern({ errors: { pattern: [`Bad regular expression: ${pattern}`], ...templateErrors } });
  }
  if (badTemplate !== null || !template) throw new InvalidTemplate({ errors: templateErrors });
  mustAgree(new Set(pattern.groups.keys()), template.variables);
}

function mustAgree(groups: ReadonlySet<string>, variables: ReadonlySet<string>): void {
  const [unmatched] = [...variables].filter((name) => !groups.has(name)).toSorted();
  if (unmatched !== undefined) {
    const text = `Group '${unmatched}' in URL template is not present in linkifier pattern.`;
    throw new GroupNotInPattern({ errors: { __all__: [text] } });
  }
  const [unused] = [...groups].filter((name) => !variables.has(name)).toSorted();
  if (unused !== undefined) {
    const text = `Group '${unused}' in linkifier pattern is not present in URL template.`;
    throw new GroupNotInTemplate({ errors: { __all__: [text] } });
  }
}
