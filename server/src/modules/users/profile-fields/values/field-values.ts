import type { Row } from "@parlance/kernel/db/types.ts";
import { InvalidParameter } from "@parlance/kernel/http/errors.ts";
import { InvalidChoice } from "../errors.ts";
import { fieldDataOf, assertMaxLength, isWebAddress } from "../definitions/field-definition.ts";
import { DATE, LONG_TEXT, SELECT, URL_TYPE, USER } from "../definitions/field-types.ts";

const MAX_SHORT_TEXT_LENGTH = 50;
export const MAX_LONG_TEXT_LENGTH = 500;
const MAX_URL_LENGTH = 2000;
const MAX_LISTED_USERS = 100;

/** A new value of a field in a profile. Null, blank text and an empty list clear the field. */
export type FieldValueInput = string | readonly number[] | null;

export const isEmptyValue = (wanted: FieldValueInput): boolean =>
  wanted === null || (typeof wanted === "string" ? wanted.trim() === "" : wanted.length === 0);

type Field = Pick<Row<"custom_profile_field">, "type" | "name" | "field_data">;

/**
 * Converts a value to the text that is stored and sent to clients. Does not check whether the users in a list may be
 * listed.
 * @throws InvalidParameter, with the field's label in its text except for lists of users
 * @throws InvalidChoice
 */
export function serializeFieldValue(field: Field, wanted: string | readonly number[]): string {
  if (field.type === USER) return serializeUserIds(wanted);
  if (typeof wanted !== "string") throw new InvalidParameter(`${field.name} is not a string`);
  switch (field.type) {
    case LONG_TEXT:
      assertMaxLength(field.name, wanted, MAX_LONG_TEXT_LENGTH);
      break;
    case SELECT:
      if (!Object.hasOwn(fieldDataOf(field), wanted))
        throw new InvalidChoice({ value: wanted, field_name: field.name });
      break;
    case DATE:
      if (!isDate(wanted)) throw new InvalidParameter(`${field.name} is not a date`);
      break;
    case URL_TYPE:
      assertMaxLength(field.name, wanted, MAX_URL_LENGTH);
      if (!isWebAddress(wanted)) throw new InvalidParameter(`${field.name} is not a URL`);
      break;
    default:
      assertMaxLength(field.name, wanted, MAX_SHORT_TEXT_LENGTH);
  }
  return wanted;
}

/** Returns the user ids in a stored value of the type "list of users". */
export const parseUserIds = (stored: string): number[] => JSON.parse(stored) as number[];

function serializeUserIds(wanted: string | readonly number[]): string {
  if (typeof wanted === "string") throw new InvalidParameter("User IDs is not a list");
  const ids = [...new Set(wanted)];
  if (ids.length > MAX_LISTED_USERS)
    throw new InvalidParameter(`User IDs is too long (limit: ${MAX_LISTED_USERS} items)`);
  return JSON.stringify(ids);
}

/** Returns whether a text is an existing calendar day in ISO 8601 format, from the year 1 on. */
function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
