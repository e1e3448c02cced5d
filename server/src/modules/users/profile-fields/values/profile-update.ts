import { sql } from "kysely";
import { preloadFor, render } from "@parlance/markdown/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { isMarkdown } from "../definitions/field-types.ts";
import { isEmptyValue, MAX_LONG_TEXT_LENGTH, type FieldValueInput } from "./field-values.ts";

/** New values of a profile, with the slow part of the work done. */
export interface ProfileUpdate {
  /** Keyed by field id. */
  readonly values: ReadonlyMap<number, FieldValueInput>;
  /** HTML of the values that are Markdown, by field id. */
  readonly rendered: ReadonlyMap<number, string>;
}

/** Profiles contain no mentions or links to channels: names in them are plain text. */
const emptyLookups = { users: [], groups: [], channels: [], emptyTopicName: "" };

/** Renders the Markdown in a change of a profile, for `prepare`. Does not reject anything. */
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
    // Longer texts are rejected later, and may be a hundred times as long, so rendering them would be wasted work.
    const isWork = isMarkdown(type) && typeof value === "string" && value.length <= 2 * MAX_LONG_TEXT_LENGTH;
    if (isWork && !isEmptyValue(value)) texts.set(id, value);
  }
  await preloadFor([...texts.values()]);
  const rendered = new Map([...texts].map(([id, text]) => [id, render(text, emptyLookups).html]));
  return { values, rendered };
}
