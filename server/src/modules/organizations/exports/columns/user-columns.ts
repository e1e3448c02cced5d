import { emailKey } from "#modules/users/core/email-addresses.ts";
import { nameKey } from "#modules/users/core/full-names.ts";
import { groupKey } from "#modules/groups/core/group-names.ts";
import { labelKey } from "#modules/users/profile-fields/definitions/field-definition.ts";
import {
  type ColumnsOf,
  holding,
  idOf,
  inOrder,
  keyOf,
  leftOut,
  realm,
  reference,
  rendered,
  text,
  values,
} from "./exported-column.ts";
import {
  emojiCode,
  emojiFile,
  groupSettingPlace,
  pictureFile,
  pictureName,
  profileValue,
  realmSettings,
} from "../import/remap-embedded-ids.ts";

const OF_OPERATORS = "operators of a server give it, and those of another may not want to";
const LETS_IN = "whoever has it can sign in";
const OF_DIRECTORY = "the new organization has another directory, or none";

/** The organization, its people and its groups. */
export const columnsOfPeople = {
  realm: {
    id: realm,
    subdomain: leftOut("the new organization's is chosen when it is made"),
    host: leftOut("the new organization's is chosen when it is made"),
    settings: holding(realmSettings),
    description: text,
    ...values("name", "created_at", "deactivated_at", "user_settings_defaults"),
  },
  realm_picture: { realm_id: realm, file_name: holding(pictureFile), ...values("kind") },
  realm_domain: { id: inOrder, realm_id: realm, ...values("domain", "allow_subdomains") },
  account: {
    id: idOf("account"),
    realm_id: realm,
    email_key: keyOf("delivery_email", emailKey),
    name_key: keyOf("full_name", nameKey),
    bot_owner_id: reference("account"),
    avatar_name: holding(pictureName),
    password_hash: leftOut(LETS_IN),
    api_key_version: leftOut(LETS_IN),
    can_create_users: leftOut(OF_OPERATORS),
    can_change_user_emails: leftOut(OF_OPERATORS),
    rate_limits: leftOut(OF_OPERATORS),
    is_deactivated_by_directory: leftOut(OF_DIRECTORY),
    ...values("delivery_email", "full_name", "role", "bot_type", "is_active", "date_joined", "timezone"),
    ...values("avatar_version", "settings"),
  },
  custom_profile_field: {
    id: idOf("custom_profile_field"),
    realm_id: realm,
    name_key: keyOf("name", labelKey),
    ...values("type", "position", "name", "hint", "field_data", "display_in_profile_summary", "required"),
    ...values("editable_by_user"),
  },
  custom_profile_value: {
    user_id: reference("account"),
    field_id: reference("custom_profile_field"),
    value: holding(profileValue),
    rendered_value: rendered,
  },
  custom_emoji: {
    id: idOf("custom_emoji"),
    realm_id: realm,
    author_id: reference("account"),
    file_name: holding(emojiFile),
    ...values("name", "is_deactivated"),
  },
  user_status: {
    user_id: reference("account"),
    emoji_code: holding(emojiCode),
    ...values("status_text", "emoji_name", "reaction_type"),
  },
  linkifier: { id: inOrder, realm_id: realm, ...values("position", "pattern", "url_template") },
  playground: { id: inOrder, realm_id: realm, ...values("name", "language", "url_template") },
  user_group: {
    id: idOf("user_group"),
    realm_id: realm,
    name_key: keyOf("name", groupKey),
    description: text,
    creator_id: reference("account"),
    ...values("name", "is_system", "is_deactivated", "created_at"),
  },
  user_group_member: { group_id: reference("user_group"), user_id: reference("account") },
  user_group_subgroup: { group_id: reference("user_group"), subgroup_id: reference("user_group") },
} satisfies ColumnsOf<
  | "realm"
  | "realm_domain"
  | "account"
  | "realm_picture"
  | "custom_profile_field"
  | "custom_profile_value"
  | "custom_emoji"
  | "user_status"
  | "linkifier"
  | "playground"
  | "user_group"
  | "user_group_member"
  | "user_group_subgroup"
>;

/** What rests on channels as well. */
export const columnsOfSettings = {
  group_setting: {
    scope_id: holding(groupSettingPlace),
    group_id: reference("user_group"),
    ...values("scope", "setting"),
  },
  bot: {
    user_id: reference("account"),
    default_sending_channel_id: reference("channel"),
    default_events_register_channel_id: reference("channel"),
    payload_url: leftOut("addresses of webhooks may hold keys", ({ is_outgoing: isOutgoing }) =>
      isOutgoing === true ? "" : null,
    ),
    token_version: leftOut("tokens follow from the server's secret"),
    ...values("default_all_public_streams", "interface_type"),
  },
} satisfies ColumnsOf<"group_setting" | "bot">;
