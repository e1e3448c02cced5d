import { z } from "zod";
import { EventId, noun } from "./noun.ts";

/** A custom profile field of the organization. */
export const CustomProfileField = z.strictObject({
  id: z.int(),
  type: z
    .int()
    .describe("1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns."),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  field_data: z
    .string()
    .describe(
      "Configuration of the field as JSON text: the options, or the external account; empty for all other types.",
    ),
  display_in_profile_summary: z.boolean().optional(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
});
export type CustomProfileField = z.infer<typeof CustomProfileField>;

export const CustomProfileFieldType = z.strictObject({ id: z.int(), name: z.string() });
export type CustomProfileFieldType = z.infer<typeof CustomProfileFieldType>;

/** A site on which users have accounts. Profile fields of type 7 link to these accounts. */
export const ExternalAccount = z.strictObject({
  name: z.string(),
  text: z.string(),
  hint: z.string(),
  url_pattern: z.string().describe("URL of an account, with `%(username)s` in place of the username."),
});
export type ExternalAccount = z.infer<typeof ExternalAccount>;

// The event contains the complete list, which replaces the list that the client has.

export const CustomProfileFieldsEvent = z.strictObject({
  id: EventId,
  type: z.literal("custom_profile_fields"),
  fields: z.array(CustomProfileField),
});

export const profileFieldsNoun = noun({
  events: [CustomProfileFieldsEvent],
  snapshot: {
    custom_profile_fields: {
      custom_profile_fields: z.array(CustomProfileField).describe("Sorted by `order`."),
      custom_profile_field_types: z.record(z.string(), CustomProfileFieldType).describe("By name of the type."),
    },
  },
});
