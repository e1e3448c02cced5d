import { z } from "zod";
import { BotType } from "./bot.ts";
import { Role } from "./roles.ts";

export const ProfileValue = z.strictObject({
  value: z.string(),
  rendered_value: z.string().optional().describe("Value as HTML; present only for field types that support Markdown."),
});
export type ProfileValue = z.infer<typeof ProfileValue>;

export const ProfileData = z.record(z.string(), ProfileValue).describe("By id of the custom profile field.");
export type ProfileData = z.infer<typeof ProfileData>;

/** A user or bot, with the data that the caller may see. */
export const User = z.strictObject({
  user_id: z.int(),
  email: z.string().describe("Email address for use in the API; a placeholder if the caller may not see the real one."),
  delivery_email: z.string().nullable().describe("Real email address; null if the caller may not see it."),
  full_name: z.string(),
  date_joined: z.string().describe("ISO 8601, to the minute, with UTC offset."),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean().describe("Whether the user is an administrator or owner."),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  bot_type: BotType.nullable(),
  bot_owner_id: z.int().nullable(),
  role: Role,
  timezone: z.string().describe("IANA time zone name; empty if not set."),
  avatar_url: z
    .string()
    .nullable()
    .optional()
    .describe("Null if the client computes the URL from the email address; absent if the client may fetch it later."),
  avatar_version: z.int(),
  profile_data: ProfileData.optional().describe(
    "Custom profile field values; present only if requested, and never for bots.",
  ),
});
export type User = z.infer<typeof User>;

/** A system bot that serves all organizations of the server. */
export const CrossRealmBot = z.strictObject({
  ...User.shape,
  avatar_url: z.string().nullable(),
  is_system_bot: z.boolean(),
});
export type CrossRealmBot = z.infer<typeof CrossRealmBot>;

/** The account of the caller. */
export const OwnUser = z.strictObject({
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  role: Role,
  timezone: z.string(),
  avatar_url: z.string(),
  avatar_version: z.int(),
  profile_data: ProfileData.optional(),
  max_message_id: z.int().describe("Id of the newest message that the user received; -1 if none."),
});
export type OwnUser = z.infer<typeof OwnUser>;
