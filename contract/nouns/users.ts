import { z } from "zod";
import { Role } from "../entities/roles.ts";
import { User, CrossRealmBot } from "../entities/user.ts";
import { EventId, noun } from "./noun.ts";

/** A user was created, or has become visible to the current user. */
export const AddUserEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user"),
  op: z.literal("add"),
  person: User,
});

/** A change to a user. Each variant contains the fields that change together. */
export const UserChange = z.union([
  z.strictObject({ user_id: z.int(), full_name: z.string() }),
  z.strictObject({
    user_id: z.int(),
    avatar_url: z.string(),
    avatar_url_medium: z.string(),
    avatar_source: z.string().describe("G computed from the email address, U uploaded."),
    avatar_version: z.int(),
  }),
  z.strictObject({
    user_id: z.int(),
    email: z.string().meta({ deprecated: true }),
    timezone: z.string(),
  }),
  z.strictObject({ user_id: z.int(), bot_owner_id: z.int() }),
  z.strictObject({ user_id: z.int(), role: Role }),
  z.strictObject({ user_id: z.int(), delivery_email: z.string().nullable() }),
  z.strictObject({
    user_id: z.int(),
    custom_profile_field: z.strictObject({
      id: z.int(),
      value: z.string().nullable().describe("Null if the value was cleared."),
      rendered_value: z.string().optional(),
    }),
  }),
  z.strictObject({ user_id: z.int(), new_email: z.string().describe("New value of `email`.") }),
  z.strictObject({ user_id: z.int(), is_active: z.boolean() }),
]);
export type UserChange = z.infer<typeof UserChange>;

export const UpdateUserEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user"),
  op: z.literal("update"),
  person: UserChange,
});

/** The current user is no longer allowed to see a user. */
export const RemoveUserEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user"),
  op: z.literal("remove"),
  person: z.strictObject({ user_id: z.int(), full_name: z.string().meta({ deprecated: true }) }),
});

export const UserEvent = z.discriminatedUnion("op", [AddUserEvent, UpdateUserEvent, RemoveUserEvent]);

export const usersNoun = noun({
  events: [UserEvent],
  snapshot: {
    realm_user: {
      realm_users: z.array(User).describe("All active users and bots, sorted by id."),
      realm_non_active_users: z.array(User).describe("All deactivated users and bots, sorted by id."),
      cross_realm_bots: z.array(CrossRealmBot),
      user_id: z.int().describe("Id of the caller; the fields that follow describe the caller too."),
      email: z.string(),
      delivery_email: z.string(),
      full_name: z.string(),
      avatar_source: z.string().describe("G computed from the email address, U uploaded."),
      avatar_url: z.string(),
      avatar_url_medium: z.string(),
      is_owner: z.boolean(),
      is_admin: z.boolean(),
      is_moderator: z.boolean().describe("Whether the caller is a moderator; false for administrators and owners."),
      is_guest: z.boolean(),
      can_create_streams: z
        .boolean()
        .meta({ deprecated: true })
        .describe("Whether the caller may create channels of any of the three kinds."),
      can_create_public_streams: z.boolean(),
      can_create_private_streams: z.boolean(),
      can_create_web_public_streams: z.boolean(),
      can_subscribe_other_users: z.boolean(),
      can_invite_others_to_realm: z.boolean(),
    },
  },
});
