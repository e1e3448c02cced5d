import { emailKey } from "#modules/users/core/email-addresses.ts";
import { nameKey } from "#modules/users/core/full-names.ts";
import { groupKey } from "#modules/groups/core/group-names.ts";
import { labelKey } from "#modules/users/profile-fields/definitions/field-definition.ts";
import {
  type ColumnsOf,
  mappedValue,
  idOf,
  orderedId,
  derivedKey,
  excluded,
  realm,
  reference,
  rendered,
  text,
  values,
} from "./exported-column.ts";
import {
  remapEmojiCode,
  remapEmojiFile,
  remapGroupSettingScope,
  remapPictureFile,
  remapPictureName,
  remapProfileValue,
  remapRealmSettings,
} from "../importing/remap-embedded-ids.ts";

const OF_OPERATORS = "operators of a server give it, and those of another may not want to";
const GRANTS_ACCESS = "allows logging in";
const OF_DIRECTORY = "the new organization has another directory, or none";

/** Tables of the organization, its users and its groups. */
export const userColumns = {
  realm: {
    id: realm,
    subdomain: excluded("the new organization's is chosen when it is made"),
    host: excluded("the new organization's is chosen when it is made"),
    settings: mappedValue(remapRealmSettings),
    description: text,
    ...values("name", "created_at", "deactivated_at", "user_settings_defaults"),
  },
  realm_picture: { realm_id: realm, file_name: mappedValue(remapPictureFile), ...values("kind") },
  realm_domain: { id: orderedId, realm_id: realm, ...values("domain", "allow_subdomains") },
  account: {
    id: idOf("account"),
    realm_id: realm,
    email_key: derivedKey("delivery_email", emailKey),
    name_key: derivedKey("full_name", nameKey),
    bot_owner_id: reference("account"),
    avatar_name: mappedValue(remapPictureName),
    password_hash: excluded(GRANTS_ACCESS),
    api_key_version: excluded(GRANTS_ACCESS),
    can_create_users: excluded(OF_OPERATORS),
    can_change_user_emails: excluded(OF_OPERATORS),
    rate_limits: excluded(OF_OPERATORS),
    is_deactivated_by_directory: excluded(OF_DIRECTORY),
    ...values("delivery_email", "full_name", "role", "bot_type", "is_active", "date_joined", "timezone"),
    ...values("avatar_version", "settings"),
  },
  custom_profile_field: {
    id: idOf("custom_profile_field"),
    realm_id: realm,
    name_key: derivedKey("name", labelKey),
    ...values("type", "position", "name", "hint", "field_data", "display_in_profile_summary", "required"),
    ...values("editable_by_user"),
  },
  custom_profile_value: {
    user_id: reference("account"),
    field_id: reference("custom_profile_field"),
    value: mappedValue(remapProfileValue),
    rendered_value: rendered,
  },
  custom_emoji: {
    id: idOf("custom_emoji"),
    realm_id: realm,
    author_id: reference("account"),
    file_name: mappedValue(remapEmojiFile),
    ...values("name", "is_deactivated"),
  },
  user_status: {
    user_id: reference("account"),
    emoji_code: mappedValue(remapEmojiCode),
    ...values("status_text", "emoji_name", "reaction_type"),
  },
  linkifier: { id: orderedId, realm_id: realm, ...values("position", "pattern", "url_template") },
  playground: { id: orderedId, realm_id: realm, ...values("name", "language", "url_template") },
  user_group: {
    id: idOf("user_group"),
    realm_id: realm,
    name_key: derivedKey("name", groupKey),
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

/** Tables of group settings and of bots, which come after the channels because their rows also refer to channels. */
export const settingColumns = {
  group_setting: {
    scope_id: mappedValue(remapGroupSettingScope),
    group_id: reference("user_group"),
    ...values("scope", "setting"),
  },
  bot: {
    user_id: reference("account"),
    default_sending_channel_id: reference("channel"),
    default_events_register_channel_id: reference("channel"),
    payload_url: excluded("addresses of webhooks may hold keys", ({ is_outgoing: isOutgoing }) =>
      isOutgoing === true ? "" : null,
    ),
    token_version: excluded("tokens follow from the server's secret"),
    ...values("default_all_public_streams", "interface_type"),
  },
} satisfies ColumnsOf<"group_setting" | "bot">;
