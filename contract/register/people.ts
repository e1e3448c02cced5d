import { z } from "zod";
import { Bot, EmbeddedBot, IncomingWebhook } from "../entities/bot.ts";
import { CustomProfileField, CustomProfileFieldType } from "../entities/custom-profile-field.ts";
import { Presences } from "../entities/presence.ts";
import { UserGroup } from "../entities/user-group.ts";
import { UserStatus } from "../entities/user-status.ts";
import { CrossRealmBot, User } from "../entities/user.ts";

/** Fields about people and bots, by the event type that must be asked for. */
export const peopleGates = {
  realm_user: {
    realm_users: z.array(User).describe("All that are not deactivated, bots too, by id"),
    realm_non_active_users: z.array(User).describe("The deactivated ones, by id"),
    cross_realm_bots: z.array(CrossRealmBot),
    user_id: z.int().describe("The caller's own, as all that follows"),
    email: z.string(),
    delivery_email: z.string(),
    full_name: z.string(),
    avatar_source: z.string().describe("G from the e-mail address, U uploaded"),
    avatar_url: z.string(),
    avatar_url_medium: z.string(),
    is_owner: z.boolean(),
    is_admin: z.boolean(),
    is_moderator: z.boolean().describe("Exactly that: false for administrators and owners"),
    is_guest: z.boolean(),
    can_create_streams: z.boolean().meta({ deprecated: true }).describe("Any of the three kinds"),
    can_create_public_streams: z.boolean(),
    can_create_private_streams: z.boolean(),
    can_create_web_public_streams: z.boolean(),
    can_subscribe_other_users: z.boolean(),
    can_invite_others_to_realm: z.boolean(),
  },
  realm_user_groups: { realm_user_groups: z.array(UserGroup).describe("By id") },
  realm_bot: { realm_bots: z.array(Bot).describe("Those that the caller may run, by id") },
  realm_embedded_bots: { realm_embedded_bots: z.array(EmbeddedBot) },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: z.array(IncomingWebhook) },
  custom_profile_fields: {
    custom_profile_fields: z.array(CustomProfileField).describe("By `order`"),
    custom_profile_field_types: z.record(z.string(), CustomProfileFieldType).describe("By a name of the type"),
  },
  presence: {
    presences: Presences,
    presence_last_update_id: z.int().describe("Newest update in `presences`; -1 if none"),
    server_timestamp: z.number().describe("UNIX seconds with a fraction"),
  },
  user_status: { user_status: z.record(z.string(), UserStatus).describe("By user id; users with a status") },
};

export const PeopleSnapshotFields = z.strictObject({
  ...peopleGates.realm_user,
  ...peopleGates.realm_user_groups,
  ...peopleGates.realm_bot,
  ...peopleGates.realm_embedded_bots,
  ...peopleGates.realm_incoming_webhook_bots,
  ...peopleGates.custom_profile_fields,
  ...peopleGates.presence,
  ...peopleGates.user_status,
});
