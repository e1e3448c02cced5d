import { z } from "zod";
import { GroupSettingValue } from "../entities/group-setting.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";
import { ExternalAccount } from "./profile-fields.ts";
import { NamedChoices, serverFields } from "./server.ts";

/** One way to log in, as an administrator sees it. */
export const AuthenticationMethod = z.strictObject({
  enabled: z.boolean().describe("By the organization"),
  available: z.boolean().describe("On this server and plan"),
  unavailable_reason: z.string().optional(),
});
export type AuthenticationMethod = z.infer<typeof AuthenticationMethod>;

const seconds = z.int().nullable().describe("Seconds after sending; null without limit");
const channelId = z.int().describe("Channel id; -1 for none");
const imageSource = z.string().describe("D or G made by the server, U uploaded");

/** Who may do what in the organization. */
export const RealmPermissions = z.strictObject({
  can_access_all_users_group: GroupSettingValue,
  can_add_custom_emoji_group: GroupSettingValue,
  can_add_subscribers_group: GroupSettingValue,
  can_create_bots_group: GroupSettingValue,
  can_create_groups: GroupSettingValue,
  can_create_private_channel_group: GroupSettingValue,
  can_create_public_channel_group: GroupSettingValue,
  can_create_web_public_channel_group: GroupSettingValue,
  can_create_write_only_bots_group: GroupSettingValue,
  can_delete_any_message_group: GroupSettingValue,
  can_delete_own_message_group: GroupSettingValue,
  can_invite_users_group: GroupSettingValue,
  can_manage_all_groups: GroupSettingValue,
  can_manage_billing_group: GroupSettingValue,
  can_mention_many_users_group: GroupSettingValue,
  can_move_messages_between_channels_group: GroupSettingValue,
  can_move_messages_between_topics_group: GroupSettingValue,
  can_resolve_topics_group: GroupSettingValue,
  can_set_delete_message_policy_group: GroupSettingValue,
  can_set_topics_policy_group: GroupSettingValue,
  can_summarize_topics_group: GroupSettingValue,
  create_multiuse_invite_group: GroupSettingValue,
  direct_message_initiator_group: GroupSettingValue,
  direct_message_permission_group: GroupSettingValue,
});
export type RealmPermissions = z.infer<typeof RealmPermissions>;

/** What an organization can set, under the names that `realm` events use; the register snapshot prefixes `realm_`. */
export const RealmSettings = z.strictObject({
  ...RealmPermissions.shape,
  allow_message_editing: z.boolean(),
  authentication_methods: z.record(z.string(), AuthenticationMethod),
  default_code_block_language: z.string().describe("Empty for none"),
  default_language: z.string(),
  description: z.string(),
  digest_emails_enabled: z.boolean(),
  digest_weekday: z.int().describe("0 is Monday"),
  disallow_disposable_email_addresses: z.boolean(),
  email_changes_disabled: z.boolean(),
  emails_restricted_to_domains: z.boolean(),
  enable_guest_user_dm_warning: z.boolean(),
  enable_guest_user_indicator: z.boolean(),
  enable_read_receipts: z.boolean(),
  enable_spectator_access: z.boolean(),
  giphy_rating: z.int(),
  icon_source: imageSource,
  icon_url: z.string(),
  inline_image_preview: z.boolean(),
  inline_url_embed_preview: z.boolean(),
  invite_required: z.boolean(),
  jitsi_server_url: z.string().nullable().describe("Null follows the server"),
  logo_source: imageSource,
  logo_url: z.string(),
  mandatory_topics: z.boolean().meta({ deprecated: true }),
  message_content_allowed_in_email_notifications: z.boolean(),
  message_content_delete_limit_seconds: seconds,
  message_content_edit_limit_seconds: seconds,
  message_edit_history_visibility_policy: z.enum(["all", "moves", "none"]),
  moderation_request_channel_id: channelId,
  move_messages_between_streams_limit_seconds: seconds,
  move_messages_within_stream_limit_seconds: seconds,
  name: z.string(),
  name_changes_disabled: z.boolean(),
  new_stream_announcements_stream_id: channelId,
  night_logo_source: imageSource,
  night_logo_url: z.string(),
  org_type: z.int(),
  plan_type: z.int(),
  presence_disabled: z.boolean(),
  push_notifications_enabled: z.boolean(),
  push_notifications_enabled_end_timestamp: z.int().nullable().describe("UNIX seconds; null if no end is known"),
  require_e2ee_push_notifications: z.boolean(),
  require_unique_names: z.boolean(),
  send_welcome_emails: z.boolean(),
  service_update_announcements_stream_id: channelId,
  signup_announcements_stream_id: channelId,
  topics_policy: z.enum(["allow_empty_topic", "disable_empty_topic"]),
  upload_quota_mib: z.int().nullable().describe("Null without limit"),
  video_chat_provider: z.int(),
  waiting_period_threshold: z.int().describe("Days until a new member counts as full"),
  want_advertise_in_communities_directory: z.boolean(),
  welcome_message_custom_text: z.string(),
});
export type RealmSettings = z.infer<typeof RealmSettings>;

/** One setting of the organization changed. */
export const UpdateRealmEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm"),
  op: z.literal("update"),
  property: z.string().describe("Name of the setting, without `realm_`"),
  value: z.union([z.string(), z.boolean(), z.int(), z.null()]),
});

/** Settings of the organization changed together, or one whose value is an object. */
export const UpdateRealmDictEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm"),
  op: z.literal("update_dict"),
  property: z.string().meta({ deprecated: true }).describe("Always `default`, `icon`, `logo` or `night_logo`"),
  data: z
    .strictObject({ ...RealmSettings.shape, max_file_upload_size_mib: z.int() })
    .partial()
    .describe("What changed; names without `realm_`"),
});

export const DeactivatedRealmEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm"),
  op: z.literal("deactivated"),
  realm_id: z.int(),
});

export const RealmEvent = z.discriminatedUnion("op", [UpdateRealmEvent, UpdateRealmDictEvent, DeactivatedRealmEvent]);

const oldPolicy = z.int().meta({ deprecated: true }).describe("Nearest match of the group setting in its place");

/** What the snapshot says of the organization beside its settings. */
const realmFacts = {
  realm_date_created: UnixSeconds,
  realm_url: z.string(),
  realm_uri: z.string().meta({ deprecated: true }),
  realm_bot_domain: z.string().describe("Domain of the e-mail addresses of bots"),
  realm_message_retention_days: z.int().describe("-1 keeps for ever"),
  realm_avatar_changes_disabled: z.boolean(),
  realm_empty_topic_display_name: z.string().describe("How to show the empty topic"),
  realm_email_auth_enabled: z.boolean(),
  realm_password_auth_enabled: z.boolean(),
  realm_available_video_chat_providers: NamedChoices,
  realm_default_external_accounts: z.record(z.string(), ExternalAccount).describe("By a name of the site"),
  realm_is_zephyr_mirror_realm: z.boolean(),
  realm_allow_edit_history: z.boolean().meta({ deprecated: true }),
  realm_create_public_stream_policy: oldPolicy,
  realm_create_private_stream_policy: oldPolicy,
  realm_create_web_public_stream_policy: oldPolicy,
  realm_wildcard_mention_policy: oldPolicy,
  demo_organization_scheduled_deletion_date: UnixSeconds.optional().describe("Only for organizations made to try out"),
  service_plan_is_not_limited: z.boolean(),
  upgrade_text_for_wide_organization_logo: z.string(),
};

type Prefixed<S> = { [K in keyof S & string as `realm_${K}`]: S[K] };

function prefixed<S extends z.ZodRawShape>(shape: S): Prefixed<S> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [`realm_${name}`, field])) as Prefixed<S>;
}

/** The organization, and the server that it is on. */
export const realmNoun = noun({
  events: [RealmEvent],
  snapshot: {
    realm: { ...prefixed(RealmSettings.shape), ...realmFacts, ...serverFields },
    realm_billing: { realm_billing: z.strictObject({ has_pending_sponsorship_request: z.boolean() }) },
  },
});
