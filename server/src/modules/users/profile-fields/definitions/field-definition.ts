import { z } from "zod";
import { InvalidParameter } from "#kernel/http/errors.ts";
import { issueText, parseContext } from "#kernel/http/validation-issues.ts";
import {
  BlankLabel,
  DuplicateChoices,
  NoChoices,
  PlaceholderMissing,
  UnknownSite,
  UrlPatternMissing,
} from "../errors.ts";
import { EXTERNAL_ACCOUNT, SELECT } from "./field-types.ts";
import { knownSites, PLACEHOLDER } from "./default-external-accounts.ts";
import { isWebAddress } from "../web-address.ts";

const MAX_LABEL = 40;
const MAX_HINT = 80;

/** The `subtype` of a site that the organization describes itself. */
const OWN_SITE = "custom";

/** What configures a field's type, as it comes in. */
export type FieldData = Readonly<Record<string, unknown>>;

export interface WantedDesign {
  readonly name: string;
  readonly hint: string;
  readonly fieldData: FieldData;
}

/** How a field presents itself, as a row keeps it. */
export interface Design {
  readonly name: string;
  readonly hint: string;
  /** JSON; empty for types that are not configured. */
  readonly field_data: string;
}

const Choice = z.strictObject({ text: z.string().trim().min(1), order: z.string().trim().min(1) });
const Choices = z.object({ field_data: z.record(z.string().regex(/\S/), Choice) });
const Site = z.object({
  field_data: z.strictObject({ subtype: z.string().min(1), url_pattern: z.string().optional() }),
});

/**
 * Makes sure that a field can be as it is wanted. One for accounts on a known site gets that site's label and hint,
 * whatever was asked for.
 * @throws the errors of `fieldErrors` that concern the label and the data, and InvalidParameter
 */
export function designField(type: number, { name, hint, fieldData }: WantedDesign): Design {
  if (type === SELECT) return { ...label(name, hint), field_data: JSON.stringify(choicesFrom(fieldData)) };
  if (type !== EXTERNAL_ACCOUNT) return { ...label(name, hint), field_data: "" };
  const site = siteFrom(fieldData);
  const known = knownSites[site.subtype];
  const own = known ? { name: known.name, hint: known.hint } : label(name, hint);
  return { ...own, field_data: JSON.stringify(site) };
}

/** The data of a field's row, as it came in. */
export const dataOf = ({ field_data }: Pick<Design, "field_data">): FieldData =>
  field_data === "" ? {} : (JSON.parse(field_data) as FieldData);

/** Whether a field is for accounts on a known site: that one's label, hint and data are not the organization's. */
export const isForKnownSite = (field: Pick<Design, "field_data">): boolean =>
  Object.hasOwn(knownSites, String(dataOf(field)["subtype"]));

/** What makes labels the same. */
export const labelKey = (name: string): string => name.normalize("NFKC").toLowerCase();

function label(name: string, hint: string): Pick<Design, "name" | "hint"> {
  const trimmed = { name: name.trim(), hint: hint.trim() };
  if (trimmed.name === "") throw new BlankLabel();
  refuseLonger("hint", trimmed.hint, MAX_HINT);
  refuseLonger("name", trimmed.name, MAX_LABEL);
  return trimmed;
}

/** Refuses a text with more characters than this. */
export function refuseLonger(name: string, text: string, max: number): void {
  if ([...text].length > max) throw new InvalidParameter(`${name} is too long (limit: ${max} characters)`);
}

function choicesFrom(data: FieldData): z.output<typeof Choices>["field_data"] {
  const choices = parsed(Choices, data);
  const texts = Object.values(choices).map(({ text }) => text);
  if (texts.length === 0) throw new NoChoices();
  if (new Set(texts).size < texts.length) throw new DuplicateChoices();
  return choices;
}

function siteFrom(data: FieldData): { subtype: string; url_pattern?: string } {
  const { subtype, url_pattern: pattern } = parsed(Site, data);
  if (Object.hasOwn(knownSites, subtype)) return { subtype };
  if (subtype !== OWN_SITE) throw new UnknownSite();
  if (pattern === undefined) throw new UrlPatternMissing();
  if (pattern.split(PLACEHOLDER).length !== 2) throw new PlaceholderMissing();
  if (!isWebAddress(pattern.replace(PLACEHOLDER, "username"))) throw new InvalidParameter("url_pattern is not a URL");
  return { subtype, url_pattern: pattern };
}

function parsed<T>(schema: z.ZodType<{ field_data: T }>, data: FieldData): T {
  const result = schema.safeParse({ field_data: data }, parseContext);
  if (result.success) return result.data.field_data;
  const [issue] = result.error.issues;
  throw issue ? new InvalidParameter(issueText(issue)) : result.error;
}
