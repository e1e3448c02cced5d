import { z } from "zod";
import { InvalidParameter } from "@parlance/kernel/http/errors.ts";
import { issueText, parseContext } from "@parlance/kernel/http/validation-issues.ts";
import {
  BlankLabel,
  DuplicateChoices,
  NoChoices,
  PlaceholderMissing,
  UnknownExternalAccount,
  UrlPatternMissing,
} from "../errors.ts";
import { EXTERNAL_ACCOUNT, SELECT } from "./field-types.ts";
import { defaultExternalAccounts, USERNAME_PLACEHOLDER } from "./default-external-accounts.ts";

/** Returns whether a text consists of nothing but a web URL. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

const MAX_LABEL_LENGTH = 40;
const MAX_HINT_LENGTH = 80;

/** The `subtype` of a field for a site that the organization has defined itself. */
const CUSTOM_SUBTYPE = "custom";

/** Configuration that depends on the field's type, as received in the request. */
export type FieldData = Readonly<Record<string, unknown>>;

export interface FieldDefinitionInput {
  readonly name: string;
  readonly hint: string;
  readonly fieldData: FieldData;
}

/** Definition of a field, as stored in its row. */
export interface FieldDefinition {
  readonly name: string;
  readonly hint: string;
  /** Configuration as JSON. Empty for types without configuration. */
  readonly field_data: string;
}

const Choice = z.strictObject({ text: z.string().trim().min(1), order: z.string().trim().min(1) });
const Choices = z.object({ field_data: z.record(z.string().regex(/\S/), Choice) });
const ExternalAccountData = z.object({
  field_data: z.strictObject({ subtype: z.string().min(1), url_pattern: z.string().optional() }),
});

/**
 * Validates the definition of a field. A field for a predefined site always gets that site's label and hint, even if
 * others were requested.
 * @throws the errors of `fieldErrors` about the label and the data, or InvalidParameter
 */
export function parseFieldDefinition(type: number, { name, hint, fieldData }: FieldDefinitionInput): FieldDefinition {
  if (type === SELECT) return { ...parseLabel(name, hint), field_data: JSON.stringify(parseChoices(fieldData)) };
  if (type !== EXTERNAL_ACCOUNT) return { ...parseLabel(name, hint), field_data: "" };
  const site = parseExternalAccount(fieldData);
  const known = defaultExternalAccounts[site.subtype];
  const own = known ? { name: known.name, hint: known.hint } : parseLabel(name, hint);
  return { ...own, field_data: JSON.stringify(site) };
}

/** Parses the configuration in a field's row. */
export const fieldDataOf = ({ field_data }: Pick<FieldDefinition, "field_data">): FieldData =>
  field_data === "" ? {} : (JSON.parse(field_data) as FieldData);

/**
 * Returns whether a field is for accounts on a predefined site. The organization cannot change the label, hint and data
 * of such a field.
 */
export const isDefaultExternalAccount = (field: Pick<FieldDefinition, "field_data">): boolean =>
  Object.hasOwn(defaultExternalAccounts, String(fieldDataOf(field)["subtype"]));

/** Returns the key of a label for comparisons. Labels that differ only in case or Unicode form have equal keys. */
export const labelKey = (name: string): string => name.normalize("NFKC").toLowerCase();

function parseLabel(name: string, hint: string): Pick<FieldDefinition, "name" | "hint"> {
  const trimmed = { name: name.trim(), hint: hint.trim() };
  if (trimmed.name === "") throw new BlankLabel();
  assertMaxLength("hint", trimmed.hint, MAX_HINT_LENGTH);
  assertMaxLength("name", trimmed.name, MAX_LABEL_LENGTH);
  return trimmed;
}

/** Throws InvalidParameter if the text has more characters than `max`. */
export function assertMaxLength(name: string, text: string, max: number): void {
  if ([...text].length > max) throw new InvalidParameter(`${name} is too long (limit: ${max} characters)`);
}

function parseChoices(data: FieldData): z.output<typeof Choices>["field_data"] {
  const choices = parsed(Choices, data);
  const texts = Object.values(choices).map(({ text }) => text);
  if (texts.length === 0) throw new NoChoices();
  if (new Set(texts).size < texts.length) throw new DuplicateChoices();
  return choices;
}

function parseExternalAccount(data: FieldData): { subtype: string; url_pattern?: string } {
  const { subtype, url_pattern: pattern } = parsed(ExternalAccountData, data);
  if (Object.hasOwn(defaultExternalAccounts, subtype)) return { subtype };
  if (subtype !== CUSTOM_SUBTYPE) throw new UnknownExternalAccount();
  if (pattern === undefined) throw new UrlPatternMissing();
  if (pattern.split(USERNAME_PLACEHOLDER).length !== 2) throw new PlaceholderMissing();
  if (!isWebAddress(pattern.replace(USERNAME_PLACEHOLDER, "username")))
    throw new InvalidParameter("url_pattern is not a URL");
  return { subtype, url_pattern: pattern };
}

function parsed<T>(schema: z.ZodType<{ field_data: T }>, data: FieldData): T {
  const result = schema.safeParse({ field_data: data }, parseContext);
  if (result.success) return result.data.field_data;
  const [issue] = result.error.issues;
  throw issue ? new InvalidParameter(issueText(issue)) : result.error;
}
