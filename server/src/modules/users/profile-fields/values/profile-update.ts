import { sql } from "kysely";
import { preloadFor, render } from "@parlance/markdown/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { isMarkdown } from "../definitions/field-types.ts";
import { isEmptyValue, MAX_LONG_TEXT_LENGTH, type FieldValueInput } from "./field-values.ts";

/** New values of a profile. Markdown is rendered beforehand, because rendering is slow. */
export interface ProfileUpdate {
  /** New values by field id. */
  readonly values: ReadonlyMap<number, FieldValueInput>;
  /** HTML of the values that are Markdown, by field id. */
  readonly rendered: ReadonlyMap<number, string>;
}

/** In profiles, mentions and links to channels have no effect: the names in them are plain text. */
const emptyLookups = { users: [], groups: [], channels: [], emptyTopicName: "" };

/**
 * Renders the Markdown in a change of a profile. Called before the transaction, from `prepare`. Does not validate the
 * values.
 */
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
    // Longer texts are rejected later. They may be a hundred times as long, so rendering them would be a waste of time.
    const isWork = isMarkdown(type) && typeof value === "string" && value.length <= 2 * MAX_LONG_TEXT_LENGTH;
    if (isWork && !isEmptyValue(value)) texts.set(id, value);
  }
  await preloadFor([...texts.values()]);
  const rendered = new Map([...texts].map(([id, text]) => [id, render(text, emptyLookups).html]));
  return { values, rendered };
}
