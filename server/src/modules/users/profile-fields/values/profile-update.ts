import { sql } from "kysely";
import { preloadFor, render } from "@parlance/markdown/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { isMarkdown } from "../definitions/field-types.ts";
import { isEmptyValue, MAX_LONG_TEXT_LENGTH, type FieldValueInput } from "./field-values.ts";

/** What a profile is to say, with the slow part of it done. */
export interface ProfileUpdate {
  /** By field id. */
  readonly values: ReadonlyMap<number, FieldValueInput>;
  /** HTML of the values that are Markdown, by field id. */
  readonly rendered: ReadonlyMap<number, string>;
}

/** Profiles speak of nobody and nothing in the organization: names in them are plain text. */
const emptyLookups = { users: [], groups: [], channels: [], emptyTopicName: "" };

/** Renders what is to be rendered of a change of a profile; for `prepare`. Nothing is refused here. */
export async function prepareProfileUpdate(
  db: Reader,
  realmId: number,
  wanted: readonly { readonly id: number; readonly value: FieldValueInput }[],
): Promise<ProfileUpdate> {
  const values = new Map(wanted.map(({ id, value }) => [id, value]));
  const fields = await db
    .selectFrom("custom_profile_field")
    .select(["id", "type"])
    .where("realm_id", "=", realmId)
    .where("id", "=", sql<number>`any(${[...values.keys()]}::int[])`)
    .execute();
  const texts = new Map<number, string>();
  for (const { id, type } of fields) {
    const value = values.get(id) ?? null;
    // What is longer is refused later, and may be a hundred times as long: rendering it would be work for nothing.
    const isWork = isMarkdown(type) && typeof value === "string" && value.length <= 2 * MAX_LONG_TEXT_LENGTH;
    if (isWork && !isEmptyValue(value)) texts.set(id, value);
  }
  await preloadFor([...texts.values()]);
  const rendered = new Map([...texts].map(([id, text]) => [id, render(text, emptyLookups).html]));
  return { values, rendered };
}
