import { sql } from "kysely";
import { readyFor, render } from "@parlance/markdown/index.ts";
import type { Reader } from "#kernel/db/types.ts";
import { isMarkdown } from "../definitions/field-types.ts";
import { isNothing, MAX_LONG_TEXT, type WantedValue } from "./field-values.ts";

/** What a profile is to say, with the slow part of it done. */
export interface ProfileDraft {
  /** By field id. */
  readonly values: ReadonlyMap<number, WantedValue>;
  /** HTML of the values that are Markdown, by field id. */
  readonly rendered: ReadonlyMap<number, string>;
}

/** Profiles speak of nobody and nothing in the organization: names in them are plain text. */
const nothingKnown = { users: [], groups: [], channels: [], emptyTopicName: "" };

/** Renders what is to be rendered of a change of a profile; for `prepare`. Nothing is refused here. */
export async function draftProfile(
  db: Reader,
  realmId: number,
  wanted: readonly { readonly id: number; readonly value: WantedValue }[],
): Promise<ProfileDraft> {
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
    const isWork = isMarkdown(type) && typeof value === "string" && value.length <= 2 * MAX_LONG_TEXT;
    if (isWork && !isNothing(value)) texts.set(id, value);
  }
  await readyFor([...texts.values()]);
  const rendered = new Map([...texts].map(([id, text]) => [id, render(text, nothingKnown).html]));
  return { values, rendered };
}
