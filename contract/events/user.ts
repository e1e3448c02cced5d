import { z } from "zod";
import { Role } from "../entities/roles.ts";
import { User } from "../entities/user.ts";
import { EventId } from "./event-id.ts";

/** A user was created, or came into view. */
export const AddUserEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user"),
  op: z.literal("add"),
  person: User,
});

/** One thing about a user changed; each variant has the fields that change together. */
export const UserChange = z.union([
  z.strictObject({ user_id: z.int(), full_name: z.string() }),
  z.strictObject({
    user_id: z.int(),
    avatar_url: z.string(),
    avatar_url_medium: z.string(),
    avatar_source: z.string().describe("G from the e-mail address, U uploaded"),
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
      value: z.string().nullable().describe("Null if it was cleared"),
      rendered_value: z.string().optional(),
    }),
  }),
  z.strictObject({ user_id: z.int(), new_email: z.string().describe("New value of `email`") }),
  z.strictObject({ user_id: z.int(), is_active: z.boolean() }),
]);
export type UserChange = z.infer<typeof UserChange>;

export const UpdateUserEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user"),
  op: z.literal("update"),
  person: UserChange,
});

/** A user is no longer visible to this one. */
export const RemoveUserEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_user"),
  op: z.literal("remove"),
  person: z.strictObject({ user_id: z.int(), full_name: z.string().meta({ deprecated: true }) }),
});

export const UserEvent = z.discriminatedUnion("op", [AddUserEvent, UpdateUserEvent, RemoveUserEvent]);
