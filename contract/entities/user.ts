import { z } from "zod";
import { BotType } from "./bot.ts";
import { Role } from "./roles.ts";

export const ProfileValue = z.strictObject({
  value: z.string(),
  rendered_value: z.string().optional().describe("HTML; only for the field types that take Markdown"),
});
export type ProfileValue = z.infer<typeof ProfileValue>;

export const ProfileData = z.record(z.string(), ProfileValue).describe("By id of the custom profile field");
export type ProfileData = z.infer<typeof ProfileData>;

/** A person or a bot, as one viewer may see them. */
export const User = z.strictObject({
  user_id: z.int(),
  email: z.string().describe("Address for the API; made up where the viewer may not see the real one"),
  delivery_email: z.string().nullable().describe("Real address; null where the viewer may not see it"),
  full_name: z.string(),
  date_joined: z.string().describe("ISO 8601 with minutes and offset"),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean().describe("True for owners too"),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  bot_type: BotType.nullable(),
  bot_owner_id: z.int().nullable(),
  role: Role,
  timezone: z.string().describe("IANA name; empty if not set"),
  avatar_url: z
    .string()
    .nullable()
    .optional()
    .describe("Null where the client makes it from the e-mail address itself; absent where it may ask later"),
  avatar_version: z.int(),
  profile_data: ProfileData.optional().describe("Only for people, and only where asked for"),
});
export type User = z.infer<typeof User>;

/** An account that serves all organizations of the server. */
export const CrossRealmBot = z.strictObject({
  ...User.shape,
  avatar_url: z.string().nullable(),
  is_system_bot: z.boolean(),
});
export type CrossRealmBot = z.infer<typeof CrossRealmBot>;

/** The caller's own account. */
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
  max_message_id: z.int().describe("Newest message the caller received; -1 if none"),
});
export type OwnUser = z.infer<typeof OwnUser>;
