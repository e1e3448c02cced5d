import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import { safeTemplate } from "#modules/organizations/url-templates/safe-template.ts";
import { BadLanguage, BlankName, CodeMissing, InvalidTemplate, OnlyCode } from "./errors.ts";

export type NewPlayground = Omit<Playground, "id">;

/** Pattern of valid language names, as used in code blocks. */
const LANGUAGE = /^[ \w+\-./#]+$/;

/**
 * Asserts that a playground is valid.
 * @throws BlankName, BadLanguage, InvalidTemplate, CodeMissing, OnlyCode
 */
export function assertValidPlayground({ name, pygments_language, url_template }: NewPlayground): void {
  if (name.trim() === "") throw new BlankName();
  if (!LANGUAGE.test(pygments_language)) throw new BadLanguage();
  const template = safeTemplate(url_template);
  if (!template || url_template === "") throw new InvalidTemplate();
  if (!template.variables.has("code")) throw new CodeMissing();
  if (template.variables.size > 1) throw new OnlyCode();
}
