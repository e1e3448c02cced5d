import { ownerOnlySettings } from "@parlance/contract/entities/owner-only-settings.ts";
import { z } from "zod";
import type { RealmPermissions } from "@parlance/contract/nouns/realm.ts";
import { bool, choice, exactly, int, intOr, json, jsonOrText, text } from "@parlance/kernel/http/params.ts";
import { GroupSettingUpdate } from "#modules/groups/core/settings/group-setting-value.ts";
import { groupSettings } from "#modules/groups/core/settings/setting-declarations.ts";
import { loginMethods } from "#modules/organizations/core/authentication-methods.ts";
import { languageName } from "#modules/organizations/core/languages.ts";
import { MAX_REALM_NAME_LENGTH, SINGLE_LINE } from "./realm-name-and-subdomain.ts";
import { videoChatProviderIds } from "./server/video-chat-providers.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_DESCRIPTION_LENGTH = 1000;
const MAX_WELCOME_TEXT_LENGTH = 8000;
const MAX_URL_LENGTH = 200;
const MAX_CODE_LANGUAGE_LENGTH = 40;
/** Maximum waiting period, in days: a hundred years. */
const MAX_WAITING_DAYS = 36_525;
const NO_CHANNEL = -1;

/** Ids of the types of organizations: 0 for unspecified, then business, education, community and so on. */
const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];

const seconds = () => intOr("unlimited").describe("Seconds after sending, or `unlimited`.");
const channel = () => identifies(int({ min: NO_CHANNEL }), "channel").describe("Channel id; -1 for none.");

/** Schema for an id from a list. The error names the invalid id. */
const choiceOf = (name: string, ids: readonly number[]) =>
  int().refine(
    (value) => ids.includes(value),
    exactly((value) => `Invalid ${name} ${String(value)}`),
  );

/** Parameters for the settings except permissions. Some of them can be changed only by owners. */
const plainInputs = {
  name: text({ min: 1, max: MAX_REALM_NAME_LENGTH, pattern: SINGLE_LINE }).describe("Name of the organization."),
  description: text({ max: MAX_DESCRIPTION_LENGTH }).describe("Description of the organization, as Markdown source."),
  allow_message_editing: bool().describe("Whether senders may edit their messages."),
  authentication_methods: json(z.partialRecord(z.enum(loginMethods), bool())).describe(
    "By name of the login method; methods that are not listed stay unchanged.",
  ),
  avatar_changes_disabled: bool().describe("Does not apply to administrators."),
  default_code_block_language: text({ max: MAX_CODE_LANGUAGE_LENGTH }).describe(
    "Language of code blocks without one; empty for none.",
  ),
  default_language: text()
    .refine(
      (code) => languageName(code) !== null,
      exactly((code) => `Invalid language '${String(code)}'`),
    )
    .describe("Language of the organization, as a language tag."),
  digest_emails_enabled: bool().describe("Whether digest emails are sent."),
  digest_weekday: int({ min: 0, max: 6 }).describe("0 for Monday to 6 for Sunday."),
  disallow_disposable_email_addresses: bool().describe("Whether addresses of disposable email services are rejected."),
  email_changes_disabled: bool().describe("Does not apply to administrators."),
  emails_restricted_to_domains: bool().describe("Whether new users need an address in an allowed email domain."),
  enable_guest_user_dm_warning: bool().describe("Whether clients warn before messages to guests."),
  enable_guest_user_indicator: bool().describe("Whether clients mark guests."),
  enable_read_receipts: bool().describe("Whether users can see who has read a message."),
  enable_spectator_access: bool().describe("Whether web-public channels can be read without an account."),
  giphy_rating: choiceOf("giphy_rating", [0, 1, 2, 3, 4]).describe(
    "Highest rating of animated images; 0 turns them off.",
  ),
  inline_image_preview: bool().describe("Whether messages show previews of linked images."),
  inline_url_embed_preview: bool().describe("Whether messages show previews of linked websites."),
  invite_required: bool().describe("If false, any user with an allowed email address may sign up."),
  jitsi_server_url: jsonOrText(
    z.union([z.url({ protocol: /^https?$/ }).max(MAX_URL_LENGTH), z.literal("default")]),
  ).describe("URL of a Jitsi server; `default` uses the server's default."),
  message_content_allowed_in_email_notifications: bool().describe("Whether emails may include message content."),
  message_content_delete_limit_seconds: seconds(),
  message_content_edit_limit_seconds: seconds(),
  message_edit_history_visibility_policy: choice("all", "moves", "none").describe("Which edits users can see."),
  message_retention_days: intOr("unlimited").describe("Days that messages are kept, or `unlimited`."),
  moderation_request_channel_id: channel().describe("Id of a private channel; -1 for none."),
  move_messages_between_streams_limit_seconds: seconds(),
  move_messages_within_stream_limit_seconds: seconds(),
  name_changes_disabled: bool().describe("Does not apply to administrators."),
  new_stream_announcements_stream_id: channel(),
  org_type: choiceOf("org_type", ORGANIZATION_TYPES).describe(
    "Type of the organization, such as business or education.",
  ),
  presence_disabled: bool().describe("Whether presence is turned off."),
  require_e2ee_push_notifications: bool().describe("Whether unencrypted push notifications omit message content."),
  require_unique_names: bool().describe("Whether display names must be unique."),
  send_welcome_emails: bool().describe("Whether new users receive a welcome email."),
  service_update_announcements_stream_id: channel(),
  signup_announcements_stream_id: channel(),
  topics_policy: choice("allow_empty_topic", "disable_empty_topic").describe(
    "Whether messages may have an empty topic.",
  ),
  video_chat_provider: choiceOf("video_chat_provider", videoChatProviderIds).describe(
    "Id of the video call provider; 0 turns video calls off.",
  ),
  waiting_period_threshold: int({ min: 0, max: MAX_WAITING_DAYS }).describe(
    "Days until a new member counts as a full member.",
  ),
  want_advertise_in_communities_directory: bool().describe("Whether the organization asks to be listed publicly."),
  welcome_message_custom_text: text({ max: MAX_WELCOME_TEXT_LENGTH }).describe("Markdown source; empty for none."),
};

const permissionNames = Object.keys(groupSettings.realm) as (keyof RealmPermissions)[];

/** Parameters for permissions, each with the format `{ new, old? }`. */
const permissionInputs = Object.fromEntries(permissionNames.map((name) => [name, json(GroupSettingUpdate)])) as Record<
  keyof RealmPermissions,
  typeof GroupSettingUpdate
>;

/** All parameters, each of them optional. */
export const realmInput = z.object(plainInputs).partial().extend(z.object(permissionInputs).partial().shape);
export type RealmInput = z.output<typeof realmInput>;

const ownersOnlyNames: readonly (keyof typeof plainInputs | keyof RealmPermissions)[] = ownerOnlySettings;

/** Settings that only owners can change. */
export const ownersOnly: ReadonlySet<string> = new Set(ownersOnlyNames);

/** Returns true if a setting is a permission. */
export const isPermission = (name: string): boolean => name in permissionInputs;
