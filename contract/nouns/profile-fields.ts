import { z } from "zod";
import { EventId, noun } from "./noun.ts";

/** A field that the organization added to every profile. */
export const CustomProfileField = z.strictObject({
  id: z.int(),
  type: z
    .int()
    .describe("1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns"),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  field_data: z.string().describe("JSON text that configures the type: the choices, the external account; else empty"),
  display_in_profile_summary: z.boolean().optional(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
});
export type CustomProfileField = z.infer<typeof CustomProfileField>;

export const CustomProfileFieldType = z.strictObject({ id: z.int(), name: z.string() });
export type CustomProfileFieldType = z.infer<typeof CustomProfileFieldType>;

/** A site whose accounts a profile field of type 7 can hold. */
export const ExternalAccount = z.strictObject({
  name: z.string(),
  text: z.string(),
  hint: z.string(),
  url_pattern: z.string().describe("Address of an account, with `%(username)s` in place of its name"),
});
export type ExternalAccount = z.infer<typeof ExternalAccount>;

// Each of these carries a whole list, which replaces the one a client has.

export const CustomProfileFieldsEvent = z.strictObject({
  id: EventId,
  type: z.literal("custom_profile_fields"),
  fields: z.array(CustomProfileField),
});

export const profileFieldsNoun = noun({
  events: [CustomProfileFieldsEvent],
  snapshot: {
    custom_profile_fields: {
      custom_profile_fields: z.array(CustomProfileField).describe("By `order`"),
      custom_profile_field_types: z.record(z.string(), CustomProfileFieldType).describe("By a name of the type"),
    },
  },
});
