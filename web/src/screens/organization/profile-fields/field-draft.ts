import type { ParametersOf } from "@parlance/client";
import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { fieldChoices, fieldTypes, externalSite } from "../../../client/replica/selectors/users/profile-fields.ts";

export type FieldType = ParametersOf<"POST /realm/profile_fields">["field_type"];

/** A choice of a profile field. It may be one that is not saved yet. */
export interface DraftChoice {
  readonly id: number;
  /** The value that the server stores if a user selects this choice. */
  readonly value: string;
  readonly name: string;
}

/** The data of a profile field while it is being edited. */
export interface FieldDraft {
  readonly type: FieldType;
  readonly name: string;
  readonly hint: string;
  readonly choices: readonly DraftChoice[];
  /** Name of a site that the server knows, or `OTHER_SITE`. */
  readonly site: string;
  readonly pattern: string;
  readonly isOnCards: boolean;
  readonly isRequired: boolean;
  readonly isEditable: boolean;
}

/** Stands for a site that the organization describes by a URL pattern. */
export const OTHER_SITE = "custom";

/** The draft of a new profile field. */
export const newDraft: FieldDraft = {
  type: fieldTypes.shortText,
  name: "",
  hint: "",
  choices: [],
  site: OTHER_SITE,
  pattern: "",
  isOnCards: false,
  isRequired: false,
  isEditable: true,
};

/** Creates a draft from an existing profile field. */
export function toFieldDraft(field: CustomProfileField): FieldDraft {
  const { type, name, hint, field_data, required, editable_by_user, display_in_profile_summary } = field;
  const { subtype, url_pattern } = type === fieldTypes.account ? externalSite(field_data) : {};
  const choices = type === fieldTypes.choice ? [...fieldChoices(field_data)] : [];
  return {
    type: type as FieldType,
    name,
    hint,
    choices: choices.map(([value, text], id) => ({ id, value, name: text })),
    site: subtype ?? OTHER_SITE,
    pattern: url_pattern ?? "",
    isOnCards: display_in_profile_summary === true,
    isRequired: required,
    isEditable: editable_by_user,
  };
}

/** Adds a choice whose name is still empty, with a value that no other choice has. */
export function addChoice(choices: readonly DraftChoice[]): DraftChoice[] {
  const numbers = choices.map(({ value }) => Number(value)).filter((value) => Number.isSafeInteger(value));
  const id = Math.max(-1, ...choices.map((choice) => choice.id)) + 1;
  return [...choices, { id, value: String(Math.max(-1, ...numbers) + 1), name: "" }];
}

/** Returns true if the field gets its name from the site. */
export const isNamedBySite = ({ type, site }: FieldDraft): boolean =>
  type === fieldTypes.account && site !== OTHER_SITE;

/** Returns true if a field of this type can be shown on profile cards. */
export const canShowOnCards = ({ type }: FieldDraft): boolean =>
  type !== fieldTypes.longText && type !== fieldTypes.people;

/** Returns true if the draft contains everything that the server requires. */
export function isComplete(draft: FieldDraft): boolean {
  if (isNamedBySite(draft)) return true;
  if (draft.name.trim() === "") return false;
  if (draft.type === fieldTypes.choice) return draft.choices.some(({ name }) => name.trim() !== "");
  return draft.type !== fieldTypes.account || draft.pattern.trim() !== "";
}

/** Converts the draft to parameters of the API. The type is not included. */
export function toParameters(draft: FieldDraft): ParametersOf<"PATCH /realm/profile_fields/:field_id"> {
  const { name, hint, isOnCards, isRequired, isEditable } = draft;
  return {
    ...(isNamedBySite(draft) ? {} : { name: name.trim(), hint: hint.trim() }),
    ...toFieldData(draft),
    display_in_profile_summary: isOnCards && canShowOnCards(draft),
    required: isRequired,
    editable_by_user: isEditable,
  };
}

function toFieldData({ type, choices, site, pattern }: FieldDraft): { field_data?: Record<string, unknown> } {
  switch (type) {
    case fieldTypes.choice: {
      const named = choices.map(({ value, name }) => ({ value, text: name.trim() })).filter(({ text }) => text !== "");
      return {
        field_data: Object.fromEntries(
          named.map(({ value, text }, index) => [value, { text, order: String(index + 1) }]),
        ),
      };
    }
    case fieldTypes.account:
      return { field_data: site === OTHER_SITE ? { subtype: site, url_pattern: pattern.trim() } : { subtype: site } };
    default:
      return {};
  }
}
